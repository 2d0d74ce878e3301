import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { after } from 'node:test'
import ipaddr from 'ipaddr.js'

/** A name server for WEBHOOK_DNS_SERVERS. Names that are not in its table do not exist. */
export interface NameServer {
  /** 127.0.0.1 and its port. */
  address: string
  /** The addresses of a name from now on, IPv4 and IPv6; `null` leaves its questions unanswered. */
  set(name: string, addresses: string[] | null): void
  /** The text of a name: SPF, DKIM and DMARC records. */
  setText(name: string, text: string): void
  /** The server that takes mail for a name (MX). */
  setMail(name: string, host: string): void
  /** How often a name's IPv4 addresses were asked for. */
  asked(name: string): number
}

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 }
const [MX, TXT] = [15, 16]

export async function startNameServer(): Promise<NameServer> {
  const table = new Map<string, string[] | null>()
  const texts = new Map<string, string>()
  const mail = new Map<string, string>()
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    if (type === 1) questions.push(name)
    const addresses = table.get(name)
    if (addresses === null) return
    const answers =
      type === TXT || type === MX
        ? [(type === MX ? mail : texts).get(name) ?? []].flat().map(type === MX ? mailData : textData)
        : (addresses ?? [])
            .filter((address) => isIP(address) === TYPES[type])
            .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()))
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(addresses || texts.has(name) || mail.has(name) ? 0x8580 : 0x8583, 2) // an authoritative answer; or: no such name
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    const records = answers.map((data) => record(type, data))
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  after(() => socket.close())
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    set: (name, addresses) => void table.set(name, addresses),
    setText: (name, text) => void texts.set(name.toLowerCase(), text),
    setMail: (name, host) => void mail.set(name.toLowerCase(), host),
    asked: (name) => questions.filter((question) => question === name).length,
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Strings of up to 255 bytes, each after its length. */
function textData(text: string): Buffer {
  const strings = Buffer.from(text)
    .toString('latin1')
    .match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(strings.flatMap((string) => [Buffer.from([string.length]), Buffer.from(string, 'latin1')]))
}

/** A preference of 10, and the host as labels. */
function mailData(host: string): Buffer {
  const labels = host.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')])
  return Buffer.concat([Buffer.from([0, 10]), ...labels, Buffer.from([0])])
}

/** An answer about the question's name, not to be kept. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
  return Buffer.concat([head, data])
}
