import { useInfiniteQuery } from '@tanstack/react-query'
import { ruleLogQuery } from '../../../api/store/rules.ts'
import { useMembers } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { ConversationLog } from './ConversationLog.tsx'
import { outcomeWords } from './rule-words.ts'

/** What a rule did in the last 30 days, newest first. */
export function RuleLog({ id, name }: { id: string; name: string }) {
  const members = useMembers()
  return (
    <ConversationLog
      log={useInfiniteQuery(ruleLogQuery(id))}
      label={t('What {0} did', name)}
      none={t('It has not matched in the last 30 days.')}
      describe={({ outcomes }) => outcomes.map((one) => outcomeWords(one, members)).join(' · ')}
    />
  )
}
