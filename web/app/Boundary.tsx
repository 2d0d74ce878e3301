import { Component, type ReactNode } from 'react'
import { t } from '../base/texts.ts'
import { Button } from '../ui/Button.tsx'

/**
 * Says so if a page cannot be shown, and offers to reload everything: the code of a page may be out of reach, or be
 * gone since the service was upgraded. Without it, React takes the whole inbox away. Give it a `key` for each page.
 */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="alone" role="alert">
        <p>{t('This page could not be shown.')}</p>
        <Button onClick={() => location.reload()}>{t('Try again')}</Button>
      </main>
    )
  }
}
