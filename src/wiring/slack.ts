import { SlackApi } from '#channels/slack/api.ts'
import type { Config } from '#config'
import type { AddressBook } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'

const LIMITS = { timeoutMs: 10_000, bytes: 1024 * 1024 }

/** Slack's API. */
export function createSlackApi({ slackApiUrl }: Config, addresses: AddressBook): SlackApi {
  return new SlackApi(slackApiUrl, createVettedFetch(addresses, LIMITS))
}
