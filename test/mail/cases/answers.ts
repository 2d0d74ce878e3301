import { answer, htmlMail, type MailCase, plainMail } from '../eml.ts'
import { quoted, wordsIn } from './words.ts'

const US = 'Lumen Shop <support@lumen.example>'
const ATTRIBUTION = `On Tue, Mar 3, 2026 at 10:11 AM ${US} wrote:`

const whole = (name: string, text: string, subject = 'Re: Your order 1042'): MailCase => ({
  name,
  eml: plainMail(`${text}\n`, { Subject: subject }),
  expected: answer(text),
})

const inline = `Hi, my answers are in between.

${ATTRIBUTION}

> Which colour would you like?

Green, please.

> And shall we send it to the old address?

No, to Baker Street 221.`

const below = `See my answers below.

From: ${US}
Sent: Tuesday, March 3, 2026 10:11 AM
To: Ada Lovelace <ada@customer.example>
Subject: Your order 1042

Which colour would you like?
Green, please.`

const forwarded = `Is this mail really from you?

---------- Forwarded message ---------
From: Somebody <info@strange.example>
Date: Mon, Mar 2, 2026 at 9:00 PM
Subject: Your account
To: <ada@customer.example>

Pay now.`

const forwardedByOutlook = `Ist das von Ihnen?

Von: Jemand <info@strange.example>
Gesendet: Montag, 2. März 2026 21:00
An: ada@customer.example
Betreff: Ihr Konto

Bitte sofort zahlen.`

const toldOfWriting = `On Monday your colleague Tom wrote:
the refund is on its way. It is not.`

const pastedParcel = `The label says:
From: Berlin
To: Baker Street 221
Date: 3 March 2026
Please change it.`

const greaterThan = `I need a lamp of
> 60 watts
and a green shade.`

const separatorsOfTheirOwn = `My first question: is it dimmable?
----
My second: which bulb?

Cheers!
And a third: do you ship to Malta?`

const onlyBelow = `From: ${US}
Sent: Tuesday, March 3, 2026 10:11 AM
To: Ada Lovelace <ada@customer.example>
Subject: Your order 1042

Which colour would you like?
Green, please.`

export const answers: MailCase[] = [
  whole('inline-answers', inline),
  whole('answers-below', below),
  whole('only-below', onlyBelow),
  whole('forward-gmail', forwarded, 'Fwd: Your account'),
  whole('forward-outlook-de', forwardedByOutlook, 'WG: Ihr Konto'),
  whole('last-line-like-a-device', 'Which bulb do I need?\nSent from my garden, for the mobile has no signal inside.'),
  whole('told-of-writing', toldOfWriting),
  whole('pasted-label', pastedParcel),
  whole('greater-than', greaterThan),
  whole('separators', separatorsOfTheirOwn),
  {
    name: 'bottom-posting',
    eml: plainMail(`${ATTRIBUTION}\n\n${quoted('en')}\n\n${wordsIn('en')}\n`),
    expected: answer(wordsIn('en')),
  },
  {
    name: 'signature',
    eml: plainMail(`${wordsIn('fr')}\n\n-- \nAda Lovelace\nAnalytical Engines\n+44 20 7946 0000\n`),
    expected: answer(wordsIn('fr')),
  },
  {
    name: 'answer-of-an-answer',
    eml: plainMail(
      `${wordsIn('en')}\n\n${ATTRIBUTION}\n\n${quoted('en')}\n>\n> On Mon, Mar 2, 2026 at 9:00 AM Ada <ada@customer.example> wrote:\n>\n>> Where is it?\n`,
    ),
    expected: answer(wordsIn('en')),
  },
  {
    name: 'gmail-html-only-sv',
    eml: htmlMail(
      '<div dir="ltr">Tack! Lampan är trasig.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Lumen Shop, i tisdags<br></div><blockquote class="gmail_quote">Hej Ada<br>paketet är på väg</blockquote></div>',
    ),
    expected: answer('Tack! Lampan är trasig.'),
  },
  {
    name: 'html-with-script',
    eml: htmlMail(
      '<style>p{color:red}</style><p>Hello &amp; good day</p><script>alert("x")</script><p onclick="x()">Bye</p>',
    ),
    expected: answer('Hello & good day\n\nBye'),
  },
]
