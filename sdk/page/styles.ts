import { textOn } from '../../src/base/colour.ts'
import type { PageConfig } from './page-config.ts'

// The launcher's styles, applied as a constructable stylesheet: a policy on styles does not concern it. Important rules
// of a shadow tree beat all rules of the page, important ones too, so no shop can lose or deform the widget by accident.

/** Screens on which the panel covers the page instead of floating over it. */
export const COVERS = '(max-width: 480px), (max-height: 440px)'

export const styles = `
:host{all:initial!important;display:block!important;position:fixed!important;z-index:2147483000!important;direction:ltr!important}
:host([hidden]){display:none!important}
@media print{:host{display:none!important}}
*{box-sizing:border-box}
[hidden]{display:none!important}
.root{font:14px/1.45 system-ui,sans-serif;--bg:#fff;--fg:#16191d;--dim:#5b6470;--line:#e4e7ea;color:var(--fg);overflow-wrap:anywhere}
.root.dark{--bg:#1b1e22;--fg:#f0f2f4;--dim:#a4adb8;--line:#33383f}
.launcher,.panel{position:fixed;right:max(var(--x,20px),env(safe-area-inset-right))}
.left .launcher,.left .panel{left:max(var(--x,20px),env(safe-area-inset-left));right:auto}
button{all:unset;box-sizing:border-box;cursor:pointer}
.launcher{bottom:max(var(--y,20px),env(safe-area-inset-bottom));height:56px;min-width:56px;border-radius:28px;display:flex;align-items:center;justify-content:center;gap:10px;background:var(--c);color:var(--on);box-shadow:0 1px 3px #0003,0 8px 24px #0003;font-weight:600;font-size:15px;transition:.2s}
.launcher.pill{padding:0 22px 0 18px}
.launcher:hover{transform:translateY(-2px)}
button:focus-visible{outline:3px solid var(--fg);outline-offset:2px;box-shadow:0 0 0 2px var(--bg)}
@media (forced-colors:active){.launcher,.panel{border:1px solid}}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;flex:none}
.badge{position:absolute;top:-3px;right:-3px;min-width:22px;height:22px;padding:0 6px;border-radius:11px;background:#c8102e;color:#fff;font-size:12px;line-height:22px;text-align:center;box-shadow:0 0 0 2px var(--bg)}
.panel{bottom:calc(max(var(--y,20px),env(safe-area-inset-bottom)) + 72px);width:min(400px,calc(100vw - 40px));height:min(680px,calc(100vh - 96px - var(--y,20px)));border-radius:18px;overflow:hidden;background:var(--bg);box-shadow:0 0 0 1px #0000000f,0 12px 48px #0004;visibility:hidden;opacity:0;transform:translateY(12px);transition:opacity .2s,transform .2s,visibility .2s}
.open .panel,.peek .panel{visibility:visible;opacity:1;transform:none}
.peek .panel{width:min(340px,calc(100vw - 40px));height:min(var(--peek),calc(100vh - 96px - var(--y,20px)))}
.peek .wait{display:none}
iframe{position:absolute;inset:0;border:0;width:100%;height:100%;background:none;color-scheme:normal;opacity:0}
.live iframe{opacity:1}
.wait{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:14px;padding:32px;text-align:center;color:var(--dim)}
.live .wait{display:none}
.spin{width:26px;height:26px;border-radius:50%;border:3px solid var(--line);border-top-color:var(--c);animation:spin .9s linear infinite}
.wait button{min-height:36px;padding:7px 16px;border-radius:18px;border:1px solid var(--line);color:var(--fg);font-weight:600}
@media ${COVERS}{.open .panel{inset:0;width:100%;height:100%;height:100dvh;border-radius:0}.open .launcher{display:none}}
@keyframes spin{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){*{animation-duration:.01ms!important;transition:none!important}}`

/** The store's colours and distances, as custom properties on the widget's own root. */
export function paint(root: HTMLElement, { color, offset }: PageConfig['theme'], dark: boolean): void {
  root.style.setProperty('--c', color)
  root.style.setProperty('--on', textOn(color))
  root.classList.toggle('dark', dark)
  root.style.setProperty('--x', `${offset?.side ?? 20}px`)
  root.style.setProperty('--y', `${offset?.bottom ?? 20}px`)
}
