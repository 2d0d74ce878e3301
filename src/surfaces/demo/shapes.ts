/**
 * Drawings of what the demo shop sells, in a square of 240: flat shapes in the product's colour (`fill`), a darker one
 * for edges (`dark`) and a lighter one for light (`light`).
 */
export interface Palette {
  fill: string
  dark: string
  light: string
}

type Shape = (palette: Palette) => string

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 3) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const rect = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

const TORSO =
  'M88 62 L62 76 L38 150 L62 162 L76 122 L76 196 Q120 206 164 196 L164 122 L178 162 L202 150 L178 76 L152 62 Q120 84 88 62 Z'

const jacket: Shape = ({ fill, dark, light }) =>
  path('M92 60 Q120 30 148 60 Q146 82 120 86 Q94 82 92 60 Z', dark) +
  path(TORSO, fill) +
  line('M120 84 V200', dark) +
  line('M76 150 L98 158 M164 150 L142 158', dark) +
  line('M70 84 L58 128 M170 84 L182 128', light) +
  path('M98 62 Q120 88 142 62 Q136 44 120 44 Q104 44 98 62 Z', light)

const down: Shape = ({ fill, dark, light }) =>
  jacket({ fill, dark, light }) +
  [106, 128, 150, 172]
    .map((y) => line(`M78 ${y} Q98 ${y + 8} 118 ${y} M122 ${y} Q142 ${y + 8} 162 ${y}`, dark, 2.5))
    .join('')

const fleece: Shape = ({ fill, dark, light }) =>
  path(TORSO, fill) +
  path('M94 62 Q120 82 146 62 L146 48 Q120 58 94 48 Z', dark) +
  line('M120 62 V128', light, 4) +
  rect(132, 104, 26, 20, 4, dark)

const longsleeve: Shape = ({ fill, dark }) =>
  path(TORSO, fill) +
  line('M90 63 Q120 88 150 63', dark, 5) +
  line('M40 144 L64 156 M200 144 L176 156', dark, 4) +
  line('M77 188 Q120 198 163 188', dark)

const shirt: Shape = ({ fill, dark, light }) =>
  `<clipPath id="s"><path d="${TORSO}"/></clipPath>${path(TORSO, fill)}<g clip-path="url(#s)" opacity=".55">` +
  [60, 90, 120, 150, 180].map((n) => line(`M${n} 50 V210`, dark, 9) + line(`M30 ${n + 4} H210`, dark, 9)).join('') +
  [75, 105, 135, 165].map((n) => line(`M${n} 50 V210`, light, 3) + line(`M30 ${n + 4} H210`, light, 3)).join('') +
  `</g>${path('M92 60 L120 92 L110 98 L84 66 Z M148 60 L120 92 L130 98 L156 66 Z', dark)}${line('M120 94 V198', light, 3)}`

const trousers: Shape = ({ fill, dark, light }) =>
  path('M82 44 H158 L170 200 H134 L120 96 L106 200 H70 Z', fill) +
  rect(81, 42, 78, 14, 4, dark) +
  line('M86 62 L78 96 M154 62 L162 96', dark) +
  line('M80 140 L104 142 M160 140 L136 142', light) +
  rect(144, 108, 18, 24, 3, dark)

const shoe: Shape = ({ fill, dark, light }) =>
  path('M46 104 Q60 112 76 100 L92 92 Q118 136 168 140 Q198 144 198 166 H42 Q36 130 46 104 Z', fill) +
  path('M38 164 H202 Q202 184 186 184 H52 Q38 184 38 164 Z', dark) +
  [0, 1, 2, 3].map((i) => line(`M${98 + i * 14} ${108 + i * 9} l14 -8`, light, 4)).join('') +
  line('M46 132 Q70 142 84 164', dark) +
  [58, 82, 106, 130, 154, 178].map((x) => line(`M${x} 184 v6`, dark, 6)).join('')

const boot: Shape = ({ fill, dark, light }) =>
  path('M64 44 H120 V106 Q124 128 164 134 Q194 138 196 166 H58 Q54 140 64 112 Z', fill) +
  path('M52 164 H200 Q200 186 184 186 H66 Q52 186 52 164 Z', dark) +
  rect(60, 40, 64, 14, 6, dark) +
  [66, 82, 98].map((y) => line(`M98 ${y} h24`, light, 4)).join('') +
  line('M112 116 l18 -10 M126 126 l14 -10', light, 4)

const socks: Shape = ({ fill, dark, light }) =>
  [0, 46]
    .map(
      (x) =>
        `<g transform="translate(${x} ${x / 4})">` +
        path('M64 44 H104 V124 Q106 140 128 150 Q140 158 132 170 Q126 180 104 176 L74 158 Q60 148 62 128 Z', fill) +
        rect(62, 40, 44, 18, 6, dark) +
        line('M64 76 H104 M64 92 H104 M64 108 H104', light, 6) +
        '</g>',
    )
    .join('')

const beanie: Shape = ({ fill, dark, light }) =>
  circle(120, 58, 16, light) +
  path('M58 148 Q58 66 120 66 Q182 66 182 148 Z', fill) +
  [86, 108, 132, 154]
    .map((x) =>
      line(`M${x} ${x === 108 || x === 132 ? 74 : 86} Q${x + (x - 120) / 3} 112 ${x + (x - 120) / 4} 146`, dark, 3),
    )
    .join('') +
  rect(50, 142, 140, 40, 14, dark)

const gloves: Shape = ({ fill, dark, light }) => {
  const glove =
    path(
      'M-26 50 V-10 Q-26 -20 -18 -20 V-44 Q-12 -56 -6 -44 V-52 Q0 -62 6 -52 V-46 Q14 -56 18 -42 V-4 L30 -22 Q42 -30 42 -16 L26 22 V50 Z',
      fill,
    ) +
    rect(-30, 44, 60, 26, 8, dark) +
    line('M-6 -40 V-14 M6 -44 V-14', dark, 2.5) +
    line('M-20 56 H20', light, 3)
  return `<g transform="translate(82 124) scale(-1 1)">${glove}</g><g transform="translate(158 124)">${glove}</g>`
}

const backpack: Shape = ({ fill, dark, light }) =>
  line('M100 52 Q120 26 140 52', dark, 8) +
  rect(54, 112, 24, 66, 10, dark) +
  rect(162, 112, 24, 66, 10, dark) +
  rect(70, 48, 100, 152, 30, fill) +
  path('M70 92 Q70 48 100 48 H140 Q170 48 170 92 Q120 112 70 92 Z', dark) +
  rect(86, 128, 68, 54, 12, light) +
  line('M86 146 H154', dark, 3) +
  line('M96 98 V124 M144 98 V124', dark, 6)

const dryBag: Shape = ({ fill, dark, light }) =>
  path('M74 84 H166 V184 Q166 204 120 204 Q74 204 74 184 Z', fill) +
  rect(68, 52, 104, 36, 10, dark) +
  line('M68 66 H172', light, 3) +
  line('M68 60 Q48 60 50 96 M172 60 Q192 60 190 96', dark, 6) +
  circle(120, 140, 22, light) +
  path('M120 122 Q136 142 120 156 Q104 142 120 122 Z', fill)

const tent: Shape = ({ fill, dark, light }) =>
  path('M24 184 L104 64 L134 64 L216 184 Z', fill) +
  path('M104 64 L70 184 H150 Z', light) +
  path('M104 64 L94 184 H126 Z', dark) +
  line('M104 64 L100 48 M134 64 L140 50', dark, 5) +
  line('M24 184 L8 192 M216 184 L232 192', dark, 3) +
  line('M10 190 H230', dark, 4)

const sleepingBag: Shape = ({ fill, dark, light }) =>
  path('M66 84 Q66 40 120 40 Q174 40 174 84 L162 186 Q158 206 120 206 Q82 206 78 186 Z', fill) +
  path('M86 86 Q86 58 120 58 Q154 58 154 86 Q154 112 120 112 Q86 112 86 86 Z', dark) +
  path('M96 88 Q96 70 120 70 Q144 70 144 88 Q144 104 120 104 Q96 104 96 88 Z', light) +
  [126, 148, 170]
    .map((y) => line(`M${72 + (y - 120) / 12} ${y} Q120 ${y + 12} ${168 - (y - 120) / 12} ${y}`, dark, 3))
    .join('')

const mug: Shape = ({ fill, dark, light }) =>
  line('M162 98 Q200 98 198 130 Q196 160 160 158', dark, 13) +
  path('M60 72 H166 L160 182 Q158 196 144 196 H82 Q68 196 66 182 Z', fill) +
  rect(56, 64, 114, 16, 8, dark) +
  line('M82 96 L86 170', light, 7) +
  line('M96 48 Q88 36 98 24 M120 48 Q112 34 122 20 M144 48 Q136 36 146 24', light, 4)

const pot: Shape = ({ fill, dark, light }) =>
  line('M50 116 H26 M190 116 H214', dark, 10) +
  path('M50 96 H190 V168 Q190 194 162 194 H78 Q50 194 50 168 Z', fill) +
  rect(42, 84, 156, 18, 9, dark) +
  path('M62 84 Q66 60 120 60 Q174 60 178 84 Z', light) +
  circle(120, 54, 9, dark) +
  line('M70 116 V164', light, 6)

const headlamp: Shape = ({ fill, dark, light }) =>
  line('M40 108 Q120 30 200 108', dark, 16) +
  line('M40 108 Q60 176 96 150 M200 108 Q180 176 144 150', dark, 10) +
  rect(78, 104, 84, 70, 22, fill) +
  circle(120, 138, 25, dark) +
  circle(120, 138, 17, '#fff3c4') +
  circle(150, 116, 4, light) +
  line('M96 190 L88 204 M120 194 V210 M144 190 L152 204', light, 5)

const bottle: Shape = ({ fill, dark, light }) =>
  rect(100, 30, 40, 30, 8, dark) +
  line('M104 34 Q120 8 136 34', dark, 6) +
  path('M98 60 H142 Q162 78 162 98 V190 Q162 208 144 208 H96 Q78 208 78 190 V98 Q78 78 98 60 Z', fill) +
  line('M92 104 V182', light, 7) +
  path('M120 128 L140 160 H100 Z', light)

const blanket: Shape = ({ fill, dark, light }) =>
  path('M44 92 Q120 68 196 92 V124 Q120 100 44 124 Z', light) +
  path('M44 118 Q120 94 196 118 V152 Q120 128 44 152 Z', fill) +
  path('M44 146 Q120 122 196 146 V184 Q120 160 44 184 Z', dark) +
  [56, 76, 96, 116, 136, 156, 176]
    .map((x) => line(`M${x + 4} ${178 - Math.abs(x - 116) / -10} v14`, dark, 4))
    .join('') +
  line('M44 108 Q120 84 196 108', dark, 4) +
  line('M44 136 Q120 112 196 136', light, 4)

const parcel: Shape = ({ fill, dark, light }) =>
  rect(54, 84, 132, 112, 8, fill) + path('M54 92 L76 60 H164 L186 92 Z', light) + rect(108, 60, 24, 136, 0, dark)

/** The first whose words are in a product's title; a parcel for anything else. */
const SHAPES: [RegExp, Shape][] = [
  [/down jacket/i, down],
  [/jacket|windbreaker|suit/i, jacket],
  [/fleece/i, fleece],
  [/base layer/i, longsleeve],
  [/shirt/i, shirt],
  [/trousers/i, trousers],
  [/boot/i, boot],
  [/shoe/i, shoe],
  [/socks/i, socks],
  [/beanie/i, beanie],
  [/gloves/i, gloves],
  [/backpack/i, backpack],
  [/dry bag/i, dryBag],
  [/tent/i, tent],
  [/sleeping bag/i, sleepingBag],
  [/mug/i, mug],
  [/cooking/i, pot],
  [/headlamp/i, headlamp],
  [/bottle/i, bottle],
  [/blanket/i, blanket],
]

export function drawShape(title: string, palette: Palette): string {
  return (SHAPES.find(([words]) => words.test(title))?.[1] ?? parcel)(palette)
}
