import type { Widget } from '../../../api/records.ts'

/** What the parts of the widget's page get: the settings as they are saved, and how to save some of them. */
export interface WidgetProps {
  widget: Record<string, unknown>
  onSave: (change: Record<string, unknown>) => Promise<boolean>
}

export type Campaign = Widget['campaigns'][number]

/** The widget's look as its form holds it: all are texts, empty for the default. */
export interface Look {
  color: string
  darkMode: string
  position: string
  launcher: string
  font: string
  logoUrl: string
  headerImageUrl: string
  greeting: string
  intro: string
}
