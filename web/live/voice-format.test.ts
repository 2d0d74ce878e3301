import assert from 'node:assert/strict'
import { test } from 'node:test'
import { voiceFormatFor } from './voice-format.ts'

const safari = (mime: string) => mime.includes('mp4')
const firefox = (mime: string) => /ogg|webm/.test(mime)
const chromium = (mime: string) => mime.includes('webm')

test('a voice message is recorded as the channel takes it, or not offered', () => {
  const extensions = (records: (mime: string) => boolean) =>
    [null, 'online_store', 'email', 'phone_messenger', 'photo_social', 'social_messenger'].map(
      (channel) => voiceFormatFor(channel, records)?.extension,
    )
  assert.deepEqual(extensions(safari), Array(6).fill('m4a'))
  assert.deepEqual(extensions(firefox), ['ogg', 'ogg', 'ogg', 'ogg', undefined, 'ogg'])
  assert.deepEqual(extensions(chromium), ['weba', 'weba', 'weba', undefined, undefined, 'weba'])
  assert.equal(
    voiceFormatFor('email', () => false),
    undefined,
  )
})
