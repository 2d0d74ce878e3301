import { WIDGET_MAX } from '../../../base/limits.ts'
import { Card } from '../../../ui/Card.tsx'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import type { WidgetProps } from './widget-props.ts'

/** Questions that a visitor asks with one click. */
export function QuickReplies({ widget, onSave }: WidgetProps) {
  const replies = Array.isArray(widget.quickReplies) ? (widget.quickReplies as string[]) : []
  return (
    <Card
      title="Quick replies"
      about={`What shoppers can ask with one click, one a line; up to ${WIDGET_MAX.quickReplies}, of ${WIDGET_MAX.quickReply} characters.`}
    >
      <LinesForm
        label="Quick replies"
        placeholder="Where is my order?"
        rows={4}
        lines={replies}
        onSave={(quickReplies) => onSave({ quickReplies })}
      />
    </Card>
  )
}
