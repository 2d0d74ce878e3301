import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { copyCannedReplyFiles, useCannedReplies } from '../../../api/canned-replies.ts'
import { contextQuery } from '../../../api/details.ts'
import type { CardOffer, Conversation, ReplyActs } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { refocus } from '../../../base/focus.ts'
import { CARDS_MAX, FILES_PER_MESSAGE_MAX, MESSAGE_TEXT_MAX } from '../../../base/limits.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { useAttachments } from '../../../live/attachments.ts'
import { tellTyping } from '../../../live/connect.ts'
import { contactName } from '../../../live/contact-name.ts'
import { type Draft, draftOf, keepDraft } from '../../../live/drafts.ts'
import { sendMessage, suggestsWhileTyping } from '../../../live/message-actions.ts'
import { resolving } from '../../../live/reply-acts.ts'
import { flushDraft, onSharedDraft, shareDraft } from '../../../live/shared-drafts.ts'
import { inbox } from '../../../live/state.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { AttachButton, AttachedFiles } from '../../../ui/files/AttachedFiles.tsx'
import { useFileDrop } from '../../../ui/files/useFileDrop.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CardDialog, ChosenCards } from '../cards/ChosenCards.tsx'
import { SendLater } from '../scheduled/SendLater.tsx'
import { SendTemplate, TemplateDialog } from '../templates/SendTemplate.tsx'
import { ChannelWindow } from './ChannelWindow.tsx'
import { ComposerTabs } from './ComposerTabs.tsx'
import { takeCompose } from './compose.ts'
import { Holder } from './HandoffToggle.tsx'
import { focusNewest } from './message-focus.ts'
import { ActsLine } from './ReplyActionsBar.tsx'
import { OriginalLine, useReplyTranslation } from './ReplyTranslation.tsx'
import { SuggestButton, SuggestedReplyNote, useSuggestedReply } from './SuggestedReply.tsx'
import { holeIn, type Suggestion, suggest } from './suggestions.ts'

const FormatBar = onDemand(() => import('../../../ui/formatting/FormatBar.tsx'))
const MailRecipients = onDemand(() => import('./MailRecipients.tsx'))
const RewriteButton = onDemand(() => import('./RewriteButton.tsx'))
const TypedSuggestions = onDemand(() => import('./TypedSuggestions.tsx'))
const VoiceButton = onDemand(() => import('../files/VoiceButton.tsx'))

const NONE: never[] = []
const NO_CARDS: CardOffer[] = []
/** The count of characters shows from here. */
const COUNTED = 500

/** Composer of replies and internal notes. Unsent text is kept in this browser, for each conversation. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { id } = conversation
  const [draft, setDraft] = useState(() => draftOf(id))
  const [at, setAt] = useState(0)
  const [closedAt, closeAt] = useState<string | null>(null)
  const [isSendingLater, setSendingLater] = useState(false)
  const [isChoosingCard, setChoosingCard] = useState(false)
  const [isTemplating, setTemplating] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const canned = useCannedReplies()
  const members = useMembers()
  const me = useStore(inbox, (state) => state.me.member)
  const storeName = useStore(inbox, (state) => state.me.store.name)
  const canRewrite = useStore(inbox, (state) => state.me.store.canRewrite)
  const { text, isNote, acts, email, original } = draft
  const cards = (!isNote && draft.cards) || NO_CARDS
  // Asked for only where a reply may need it.
  const needsOrder = text.startsWith('/') && canned.some((reply) => holeIn(reply.text))
  const context = useQuery({ ...contextQuery(id, conversation.customerUuid), enabled: needsOrder, staleTime: 60_000 })
  const orderNumber = context.data?.orders[0]?.orderNumber
  const attachments = useAttachments(isNote ? null : (conversation.channels[0] ?? null))
  const { files, isSending, refusal } = attachments

  useEffect(() => {
    keepDraft(id, draft)
    shareDraft(id, draft)
  }, [id, draft])
  useEffect(() => {
    const stop = onSharedDraft(id, setDraft)
    return () => {
      stop()
      flushDraft(id)
    }
  }, [id])
  useEffect(() => () => tellTyping(id, false), [id])
  useComposeRequests(id, box, ({ text, isNote, ...more }) => {
    const asked = { text, isNote, ...more }
    setDraft((now) => ({ ...now, ...asked, text: now.text + asked.text }))
  })

  const offered = useMemo(
    () => suggest(draft, { canned, members, conversation, me, storeName, orderNumber }),
    [draft, canned, members, conversation, me, storeName, orderNumber],
  )
  // Closed by Escape, they come back once something else is typed.
  const suggestions = closedAt === text ? NONE : offered
  const index = Math.min(at, suggestions.length - 1)

  const put = (next: string, along?: ReplyActs) => {
    setDraft((now) => ({ ...now, text: next, ...(along && { acts: along }) }))
    setAt(0)
    // A suggestion of the AI agent comes after a while.
    refocus(box.current, box.current?.form)
  }
  const pick = ({ text, acts, filesOf }: Suggestion) => {
    put(text, acts)
    if (filesOf !== undefined) void attachments.take(copyCannedReplyFiles(filesOf))
  }
  const suggestion = useSuggestedReply(id, text, put)
  const translation = useReplyTranslation(id, text, (next, original) => {
    setDraft((now) => ({ ...now, text: next, original }))
    refocus(box.current, box.current?.form)
  })
  const isUntranslated = translation.isAlways && !isNote && !original && text.trim() !== ''
  const isEmpty = !text.trim() && files.length === 0 && cards.length === 0
  // Enter in the text sends without the form's own check of the recipients.
  const isValid = () => box.current?.form?.reportValidity() ?? true
  const send = ({ resolves = false, isRead = false } = {}) => {
    if (isEmpty || isSending || translation.isBusy || refusal || [...text].length > MESSAGE_TEXT_MAX) return
    const hole = isNote ? undefined : holeIn(text)
    if (hole) {
      toast(t('Fill in {0} first: this contact has no known orders.', hole), { kind: 'error' })
      return
    }
    if (!isValid()) return
    // Read by the member before it is sent.
    if (isUntranslated && !isRead) {
      void translation.translate().then((isSame) => isSame && latestSend.current({ resolves, isRead: true }))
      return
    }
    const along = resolves && !isNote ? resolving(acts) : acts
    sendMessage(id, { ...draft, ...(along && { acts: along }), text: text.trim() ? text : '' }, files)
    attachments.clear()
    suggestion.clear()
    tellTyping(id, false)
    setDraft({ text: '', isNote: false })
  }
  const latestSend = useRef(send)
  latestSend.current = send
  const canSendLater = !isEmpty && !isSending && !refusal && !holeIn(text)
  const length = text.length > MESSAGE_TEXT_MAX - COUNTED ? [...text].length : 0

  return (
    <>
      <form
        className={isNote ? 'composer is-note' : 'composer'}
        {...useFileDrop(attachments.add)}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {!isNote && <ChannelWindow conversation={conversation} onTemplate={() => setTemplating(true)} />}
        {!isNote && conversation.channels[0] === 'email' && (
          <MailRecipients
            conversation={conversation}
            choice={email}
            onChoose={(chosen) => {
              setDraft(({ email: _, ...now }) => ({ ...now, ...(chosen && { email: chosen }) }))
              if (!chosen) box.current?.focus()
            }}
          />
        )}
        <ComposerTabs
          isNote={isNote}
          onChoose={(note) => {
            setDraft((now) => ({ ...now, isNote: note }))
            box.current?.focus()
          }}
        >
          {!isNote && <Holder conversation={conversation} />}
        </ComposerTabs>
        {suggestions.length > 0 && (
          <ul className="suggestions" aria-label={t('Suggestions')}>
            {suggestions.map((one, i) => (
              <li key={one.key}>
                <button type="button" className={i === index ? 'current' : ''} onClick={() => pick(one)}>
                  <strong>{one.label}</strong> <span>{one.hint}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {acts && !isNote && <ActsLine acts={acts} onDrop={() => setDraft(({ acts: _, ...now }) => now)} />}
        {original && !isNote && (
          <OriginalLine
            original={original}
            onBack={() => {
              setDraft(({ original: _, ...now }) => ({ ...now, text: original.text }))
              box.current?.focus()
            }}
          />
        )}
        <AttachedFiles attachments={attachments} />
        {cards.length > 0 && (
          <ChosenCards
            cards={cards}
            onRemove={(card) => setDraft((now) => ({ ...now, cards: cards.filter((one) => one !== card) }))}
          />
        )}
        {!isNote && <SuggestedReplyNote suggestion={suggestion} />}
        <textarea
          ref={box}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            void attachments.add(event.clipboardData.files)
          }}
          rows={3}
          value={text}
          aria-label={isNote ? t('Internal note') : t('Reply to {0}', contactName(conversation))}
          placeholder={
            isNote ? t('Only your team sees this. @ names a colleague.') : t('Write a reply. / for canned replies.')
          }
          onChange={(event) => {
            const { value } = event.target
            // What was done along with a text goes with it.
            setDraft(({ acts, original, ...now }) => ({
              ...now,
              text: value,
              ...(acts && value && { acts }),
              ...(original && value && { original }),
            }))
            setAt(0)
            if (!isNote) tellTyping(id, event.target.value !== '')
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (suggestions.length > 0) {
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
              if (step) setAt((index + step + suggestions.length) % suggestions.length)
              else if (event.key === 'Enter' || event.key === 'Tab') pick(suggestions[index] as Suggestion)
              else if (event.key === 'Escape') {
                event.stopPropagation()
                closeAt(text)
              } else return
              event.preventDefault()
              return
            }
            if (event.key === 'Escape') {
              event.stopPropagation()
              box.current?.blur()
            }
            if (event.key === 'ArrowUp' && text === '' && focusNewest()) event.preventDefault()
            const isCommand = event.ctrlKey || event.metaKey
            if (event.key === 'Enter' && (isCommand || !event.shiftKey)) {
              event.preventDefault()
              send({ resolves: isCommand && event.shiftKey })
            }
          }}
        />
        {!isNote && text !== '' && suggestsWhileTyping() && (
          <TypedSuggestions id={id} text={text} box={box} onPut={put} />
        )}
        {!isNote && <FormatBar box={box} text={text} channel={conversation.channels[0] ?? 'online_store'} />}
        <div className="composer-foot">
          <AttachButton attachments={attachments} />
          <VoiceButton
            channel={isNote ? null : (conversation.channels[0] ?? null)}
            disabled={files.length >= FILES_PER_MESSAGE_MAX}
            onRecorded={(file) => void attachments.add([file])}
          />
          {!isNote && <SendTemplate conversation={conversation} isIcon onOpen={() => setTemplating(true)} />}
          {!isNote && (
            <IconButton
              icon="cart"
              label={t('Show a product or discount')}
              disabled={cards.length >= CARDS_MAX}
              onClick={() => setChoosingCard(true)}
            />
          )}
          {!isNote && translation.isOffered && !original && (
            <IconButton
              icon="translate"
              label={t('Translate into the customer’s language')}
              disabled={!text.trim() || translation.isBusy}
              onClick={async () => {
                if (await translation.translate()) toast(t('The customer writes in your language.'))
              }}
            />
          )}
          {canRewrite && !isNote && <RewriteButton text={text} onPut={put} />}
          {!isNote && <SuggestButton suggestion={suggestion} />}
          {!isNote && (
            <IconButton
              icon="clock"
              label={t('Send later')}
              disabled={!canSendLater}
              onClick={async () => {
                if (!isUntranslated || (await translation.translate())) setSendingLater(isValid())
              }}
            />
          )}
          <span className="composer-help">{t('Enter to send, Shift+Enter for a new line')}</span>
          {length > 0 && (
            <span className={length > MESSAGE_TEXT_MAX ? 'too-long' : ''}>
              {length} / {MESSAGE_TEXT_MAX.toLocaleString('en')}
            </span>
          )}
          {!isNote && conversation.status === 'open' && (
            <IconButton
              icon="check"
              label={t('Send and resolve')}
              hint="Ctrl+Shift+Enter"
              disabled={isEmpty || isSending || refusal !== null || length > MESSAGE_TEXT_MAX}
              onClick={() => send({ resolves: true })}
            />
          )}
          <Button
            kind="primary"
            type="submit"
            icon={isNote ? 'note' : isUntranslated ? 'translate' : 'send'}
            busy={translation.isBusy}
            disabled={isEmpty || isSending || refusal !== null || length > MESSAGE_TEXT_MAX}
          >
            {isNote ? t('Add internal note') : isUntranslated ? t('Translate') : t('Send')}
          </Button>
        </div>
      </form>
      {isChoosingCard && (
        <CardDialog
          onPick={(card) =>
            setDraft((now) => {
              const others = (now.cards ?? []).filter(({ kind, id }) => kind !== card.kind || id !== card.id)
              return { ...now, cards: [...others, card].slice(0, CARDS_MAX) }
            })
          }
          onClose={() => setChoosingCard(false)}
        />
      )}
      {isTemplating && <TemplateDialog id={id} onClose={() => setTemplating(false)} />}
      {isSendingLater && (
        <SendLater
          id={id}
          text={text.trim() ? text : ''}
          channel={conversation.channels[0] ?? null}
          files={files}
          acts={acts}
          email={email}
          original={original}
          cards={cards}
          onScheduled={() => {
            attachments.clear()
            suggestion.clear()
            tellTyping(id, false)
            setDraft({ text: '', isNote: false })
          }}
          onClose={() => setSendingLater(false)}
        />
      )}
    </>
  )
}

/** Opens the composer for the kind of message that a shortcut asked for. */
function useComposeRequests(
  id: string,
  box: RefObject<HTMLTextAreaElement | null>,
  compose: (asked: Draft) => void,
): void {
  const latest = useRef(compose)
  latest.current = compose
  useLayoutEffect(() => {
    const take = (draw: (work: () => void) => void) => {
      const asked = takeCompose(id)
      if (!asked) return
      draw(() => latest.current(asked))
      box.current?.focus()
    }
    take((work) => work())
    // Rendered before the next key is pressed: what is meant as an internal note must never be sent as a reply.
    const onAsked = () => take(flushSync)
    addEventListener('compose', onAsked)
    return () => removeEventListener('compose', onAsked)
  }, [id, box])
}
