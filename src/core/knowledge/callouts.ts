import { languagePart } from '#base/language-tags.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'

/** Kinds of callouts, as a quotation that begins with `[!NOTE]` and the like names them. */
export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution'

type Labels = Record<CalloutKind, string>

const LABELS: Record<string, Labels> = nullPrototypeRecord({
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  ar: { note: 'ملاحظة', tip: 'نصيحة', important: 'مهم', warning: 'تحذير', caution: 'تنبيه' },
  de: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  es: { note: 'Nota', tip: 'Consejo', important: 'Importante', warning: 'Aviso', caution: 'Precaución' },
  fr: { note: 'Remarque', tip: 'Conseil', important: 'Important', warning: 'Attention', caution: 'Prudence' },
  it: { note: 'Nota', tip: 'Suggerimento', important: 'Importante', warning: 'Avviso', caution: 'Attenzione' },
  ja: { note: 'メモ', tip: 'ヒント', important: '重要', warning: '警告', caution: '注意' },
  nl: { note: 'Opmerking', tip: 'Tip', important: 'Belangrijk', warning: 'Waarschuwing', caution: 'Let op' },
  pt: { note: 'Nota', tip: 'Dica', important: 'Importante', warning: 'Aviso', caution: 'Cuidado' },
})

/** What callouts are called in a language; English for those that have no words of their own. */
export const calloutLabels = (locale: string): Labels => LABELS[languagePart(locale)] ?? (LABELS.en as Labels)
