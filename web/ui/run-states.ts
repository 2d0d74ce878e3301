import { t } from '../base/texts.ts'

/** What became of a run of an own action, in words. */
export const RUN_STATES = {
  waiting: t('Waiting'),
  declined: t('Declined'),
  outdated: t('Not run any more'),
  pending: t('Under way'),
  done: t('Done'),
  failed: t('Failed'),
  unknown: t('Unknown'),
}
