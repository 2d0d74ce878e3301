import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { sayWhenOffline, whenSignedOut } from '../api/http.ts'
import { queries } from '../api/queries.ts'
import { language, t } from '../base/texts.ts'
import { apply } from '../base/theme.ts'
import { session } from '../live/session.ts'
import { App } from './App.tsx'
import './tokens.css'
import './base.css'
import './forms.css'
import './overlays.css'
import './sidebar.css'
import './list.css'
import './conversation.css'
import './composer.css'
import './details.css'
import './narrow.css'
import './forced-colors.css'

apply()
document.documentElement.lang = language
sayWhenOffline(t('The service cannot be reached. Are you online?'))
whenSignedOut(() => session.set({ state: 'out' }))
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
)
