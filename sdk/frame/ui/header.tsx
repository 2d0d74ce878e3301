import type { ComponentChildren } from 'preact'
import { isWithAiAgent } from '../engine/state.ts'
import { Avatar } from './avatar.tsx'
import { useEngine, useWidget } from './context.ts'
import { Icon } from './icons.tsx'
import { Presence } from './presence.tsx'

/** The top of the conversation and of the help: the way back, who answers, and close. */
export function Header({ title, children }: { title?: string; children?: ComponentChildren }) {
  const { texts, show, close } = useWidget()
  const state = useEngine()
  const { conversation, config, aiAgent, isEarlier } = state
  const { t } = texts
  const isBot = !title && isWithAiAgent(state)
  const assignee = title || isBot ? null : (conversation?.assignee ?? null)
  const name = title ?? assignee?.name ?? (isBot ? aiAgent || t('bot') : config.name || t('team'))
  return (
    <header class="bar">
      <button
        type="button"
        class="round"
        aria-label={t('back')}
        onClick={() => show(isEarlier && !title ? 'history' : 'home')}
      >
        <Icon name="back" />
      </button>
      {title ? null : (
        <Avatar
          name={name}
          url={isBot ? null : (assignee?.avatarUrl ?? config.theme.logoUrl)}
          kind={isBot ? 'bot' : 'agent'}
        />
      )}
      <div class="who">
        <h1 dir="auto">{name}</h1>
        {title ? null : <Presence />}
      </div>
      {children}
      <button type="button" class="round" aria-label={t('close')} onClick={close}>
        <Icon name="close" />
      </button>
    </header>
  )
}
// Kept in this file: from a file of its own the bundler would make a chunk that pulls in Preact, one more module to load.
/** Shown in place of something that could not be loaded. */
export function Failed({ again }: { again(): void }) {
  const { t } = useWidget().texts
  return (
    <div class="failed">
      <p role="alert">{t('help.failed')}</p>
      <button type="button" class="quiet" onClick={again}>
        {t('retry')}
      </button>
    </div>
  )
}
