import { ContactPanel } from './ContactPanel.tsx'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SecurityLevel } from './SecurityLevel.tsx'
import { TwoStepPanel } from './TwoStepPanel.tsx'

/** How well the account is protected, and everything that protects it. */
export function SecurityParts() {
  return (
    <>
      <SecurityLevel />
      <PasswordPanel />
      <ContactPanel kind="phone" />
      <ContactPanel kind="email" />
      <TwoStepPanel />
      <PasskeyPanel />
    </>
  )
}
