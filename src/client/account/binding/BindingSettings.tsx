import { BoundAccounts } from './BoundAccounts.tsx'

/** Accounts of other providers that sign this user in. */
export function BindingSettings() {
  return (
    <>
      <p className="account-hint">绑定后，可在登录页用该账号直接登录。</p>
      <BoundAccounts />
    </>
  )
}
