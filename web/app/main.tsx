import { createRoot } from 'react-dom/client'
import { whenSignedOut } from '../api/http.ts'
import { App } from './App.tsx'
import { session } from './session.ts'
import { apply } from './theme.ts'
import './tokens.css'
import './base.css'
import './forms.css'
import './overlays.css'
import './sidebar.css'
import './list.css'
import './thread.css'
import './composer.css'
import './details.css'
import './narrow.css'

apply()
whenSignedOut(() => session.set({ state: 'out' }))
createRoot(document.getElementById('root') as HTMLElement).render(<App />)
