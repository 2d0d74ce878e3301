import { Avatar } from './avatar.tsx'
import { useEngine, useWidget } from './context.ts'
import { Icon } from './icons.tsx'

/** The top of the conversation and of the help: the way back, who is there, and close. */
export function Header({ title }: { title?: string }) {
  const { texts, show, close, commands } = useWidget()
  const { conversation, config, online } = useEngine()
  const { t } = texts
  const isBot = !title && conversation?.isChatBot === true
  const assignee = title || isBot ? null : (conversation?.assignee ?? null)
  const name = title ?? assignee?.name ?? (isBot ? t('bot') : config.name || t('team'))
  return (
    <header class="bar">
      <button type="button" class="round" aria-label={t('back')} onClick={() => show('home')}>
        <Icon name="back" />
      </button>
      {title ? null : (
        <Avatar name={name} url={assignee?.avatarUrl ?? config.theme.logoUrl} kind={isBot ? 'bot' : 'agent'} />
      )}
      <div class="who">
        <h1 dir="auto">{name}</h1>
        {title ? null : (
          <p class={online ? 'state on' : 'state'}>{isBot ? t('assistant') : online ? t('online') : t('away')}</p>
        )}
      </div>
      {isBot ? (
        <button type="button" class="quiet" onClick={() => commands.escalate()}>
          {t('escalate')}
        </button>
      ) : null}
      <button type="button" class="round" aria-label={t('close')} onClick={close}>
        <Icon name="close" />
      </button>
    </header>
  )
}
