import { loadPart } from '../../engine/client/index.ts'
import { renewWhenReplaced } from './renew-page.ts'
import { loadPages } from './signed-in/load-pages.ts'
import { preloadLogin } from './signed-in/login-calls.ts'
import { readLogin } from './signed-in/login-record.ts'
import { carryLogin } from './signed-in/refused-calls.ts'

// The first script, and a small one: it asks for all others, and for the data of someone who is signed in, at the same time.
renewWhenReplaced()
carryLogin()
void loadPart(() => import('./main.tsx')).then(({ show }) => show())
const login = readLogin()
if (login) {
  const answers = preloadLogin(login)
  loadPages().catch(() => undefined)
  import('./signed-in/first-list.ts').then(({ askFirstList }) => askFirstList(answers, window.location)).catch(() => undefined)
}
