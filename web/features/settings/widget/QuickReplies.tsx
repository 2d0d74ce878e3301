import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import type { WidgetProps } from './widget-props.ts'

/** Questions that a visitor asks with one click. */
export function QuickReplies({ widget, onSave }: WidgetProps) {
  const replies = Array.isArray(widget.quickReplies) ? (widget.quickReplies as string[]) : []
  return (
    <Card
      title={t('Quick replies')}
      about={t(
        'Questions that shoppers can send with one click, one per line. Up to {0}, {1} characters each.',
        WIDGET_MAX.quickReplies,
        WIDGET_MAX.quickReply,
      )}
    >
      <LinesForm
        draft="quick-replies"
        label={t('Quick replies')}
        placeholder={t('Where is my order?')}
        rows={4}
        lines={replies}
        onSave={(quickReplies) => onSave({ quickReplies })}
      />
    </Card>
  )
}
