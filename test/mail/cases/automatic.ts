import { answer, headers, type MailCase, OUR_MESSAGE, partsMail, plainMail } from '../eml.ts'

/** Absence notes of programs that set no header, in nine languages. */
const ABSENT: Record<string, [string, string]> = {
  en: ['Automatic reply: Your order 1042', 'I am out of the office until 9 March.'],
  de: ['Automatische Antwort: Your order 1042', 'Ich bin bis zum 9. März nicht im Büro.'],
  fr: ['Réponse automatique : Your order 1042', 'Je suis absente jusqu’au 9 mars.'],
  es: ['Respuesta automática: Your order 1042', 'Estoy fuera hasta el 9 de marzo.'],
  it: ['Risposta automatica: Your order 1042', 'Sono assente fino al 9 marzo.'],
  pt: ['Resposta automática: Your order 1042', 'Estou ausente até 9 de março.'],
  nl: ['Automatisch antwoord: Your order 1042', 'Ik ben afwezig tot 9 maart.'],
  ja: ['自動応答: Your order 1042', '3月9日まで不在にしております。'],
  zh: ['自动回复: Your order 1042', '我3月9日之前不在办公室。'],
}

const absent: MailCase[] = Object.entries(ABSENT).map(([language, [subject, text]]) => ({
  name: `absent-${language}`,
  eml: plainMail(`${text}\n`, { Subject: `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=` }),
  expected: { ...answer(text), subject, automatic: 'out-of-office' },
}))

function marked(
  name: string,
  automatic: string | null,
  more: Record<string, string | null>,
  from = 'ada@customer.example',
): MailCase {
  return {
    name: `automatic-${name}`,
    eml: plainMail('Good day.\n', more),
    expected: { ...answer('Good day.'), from, automatic },
  }
}

const marks: MailCase[] = [
  marked('vacation', 'auto-submitted', { 'Auto-Submitted': 'auto-replied (vacation)' }),
  marked('generated', 'auto-submitted', { 'Auto-Submitted': 'auto-generated; owner-email="a@b.example"' }),
  marked('not', null, { 'Auto-Submitted': 'no' }),
  marked('bulk', 'precedence', { Precedence: 'bulk' }),
  marked('list', 'list', { 'List-Id': '<news.customer.example>' }),
  marked('exchange', 'suppress', { 'X-Auto-Response-Suppress': 'All' }),
  marked('autoreply', 'auto-submitted', { 'X-Autoreply': 'yes' }),
  marked('empty-return-path', 'empty-return-path', { 'Return-Path': '<>' }),
  marked('no-reply', 'system-sender', { From: 'Bank <no-reply@bank.example>' }, 'no-reply@bank.example'),
  marked('daemon', 'system-sender', { From: 'MAILER-DAEMON@mx.example' }, 'mailer-daemon@mx.example'),
  marked('answer-to-absence', null, { Subject: 'Re: Automatic reply: Your order 1042' }),
]

const receipt: MailCase = {
  name: 'automatic-receipt',
  eml: partsMail('report; report-type=disposition-notification', [
    'Content-Type: text/plain; charset=utf-8\n\nYour message was displayed.',
    'Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822;ada@customer.example\nDisposition: manual-action/MDN-sent-manually; displayed',
  ]),
  expected: { ...answer('Your message was displayed.'), automatic: 'report' },
}

const NOBODY = {
  'Return-Path': '<>',
  From: 'Mail Delivery System <MAILER-DAEMON@mx.example>',
  'In-Reply-To': null,
  References: null,
  To: 'support@lumen.example',
}

/** A report as mail servers write it. */
function report(
  name: string,
  fields: string,
  expected: MailCase['expected']['bounce'],
  original = headers({ 'Message-ID': OUR_MESSAGE }),
): MailCase {
  const eml = partsMail(
    'report; report-type=delivery-status',
    [
      'Content-Type: text/plain; charset=us-ascii\n\nThis is the mail system.',
      `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\nArrival-Date: Tue, 3 Mar 2026 10:11:12 +0100 (CET)\n\n${fields}`,
      `Content-Type: text/rfc822-headers\n\n${original}`,
    ],
    NOBODY,
  )
  const automatic = expected ? 'bounce' : 'report'
  return {
    name: `report-${name}`,
    eml,
    expected: {
      text: 'This is the mail system.',
      from: 'mailer-daemon@mx.example',
      thread: null,
      automatic,
      ...(expected && { bounce: expected }),
    },
  }
}

const about = (status: string, kind: string, recipient: string | null = 'ada@customer.example') => ({
  status,
  kind,
  originalMessageId: OUR_MESSAGE,
  recipient,
})

const reports: MailCase[] = [
  report(
    'postfix',
    'Final-Recipient: rfc822; ada@customer.example\nOriginal-Recipient: rfc822;Ada@customer.example\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.customer.example\nDiagnostic-Code: smtp; 550 5.1.1 <ada@customer.example>: Recipient address\n    rejected: User unknown',
    about('5.1.1', 'permanent'),
  ),
  report(
    'exchange',
    'Final-Recipient: rfc822;ada@customer.example\nAction: failed\nStatus: 5.7.26\nDiagnostic-Code: smtp;550 5.7.26 Unauthenticated mail',
    about('5.7.26', 'permanent'),
  ),
  report(
    'full',
    'Final-Recipient: rfc822; <ada@customer.example>\nAction: failed\nStatus: 4.2.2\nDiagnostic-Code: smtp; 452 4.2.2 mailbox full',
    about('4.2.2', 'permanent'),
  ),
  report(
    'delayed',
    'Final-Recipient: rfc822; ada@customer.example\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Sun, 8 Mar 2026 10:11:12 +0100',
    about('4.4.1', 'temporary'),
  ),
  report('delivered', 'Final-Recipient: rfc822; ada@customer.example\nAction: delivered\nStatus: 2.0.0', undefined),
  report(
    'second-of-two',
    'Final-Recipient: rfc822; b@c.example\nAction: relayed\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; ada@customer.example\nAction: failed\nStatus: 5.2.1',
    about('5.2.1', 'permanent'),
  ),
  report(
    'without-status',
    'Final-Recipient: rfc822; ada@customer.example\nAction: failed\nDiagnostic-Code: X-Postfix; unknown user',
    about('5.0.0', 'permanent'),
  ),
  report(
    'without-original',
    'Final-Recipient: rfc822; ada@customer.example\nAction: failed\nStatus: 5.1.2',
    { ...about('5.1.2', 'permanent'), originalMessageId: null },
    'X-Nothing: here\n',
  ),
  {
    name: 'report-exim',
    eml: plainMail('A message that you sent could not be delivered.\n', {
      ...NOBODY,
      'X-Failed-Recipients': 'ada@customer.example',
    }),
    expected: {
      text: 'A message that you sent could not be delivered.',
      from: 'mailer-daemon@mx.example',
      thread: null,
      automatic: 'bounce',
      bounce: { ...about('5.0.0', 'permanent'), originalMessageId: null },
    },
  },
]

export const automatic: MailCase[] = [...absent, ...marks, receipt, ...reports]
