import { BoundAccounts } from './BoundAccounts.tsx'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { TwoStepPanel } from './TwoStepPanel.tsx'

/** What protects an account beside its password. */
export function SecurityParts() {
  return (
    <>
      <TwoStepPanel />
      <PasskeyPanel />
      <BoundAccounts />
    </>
  )
}
