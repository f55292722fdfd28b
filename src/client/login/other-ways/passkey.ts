import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { api, ReadableError } from '../../../../engine/client/index.ts'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { recordOf, type LoginAnswer } from '../sign-in.ts'

/** What the browser says when a passkey could not be used, in words for the user. */
function toReadable(error: unknown): unknown {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new ReadableError('此设备已添加过通行密钥')
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return new ReadableError('通行密钥操作已取消或超时，请重试')
  return name === 'SecurityError' ? new ReadableError('当前网址不支持通行密钥') : error
}

const told = (error: unknown): never => {
  throw toReadable(error)
}

/** Signs in with a passkey of this browser or of a telephone nearby. */
export async function signInWithPasskey(): Promise<LoginRecord> {
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>('/sys/passkey/loginOptions')
  const credential = await startAuthentication({ optionsJSON }).catch(told)
  return recordOf(await api.post<LoginAnswer>('/sys/passkey/login', { credential }))
}

/** Lets the browser make a passkey for the signed-in user, and stores it under a name. */
export async function addPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON, name: string): Promise<void> {
  const credential = await startRegistration({ optionsJSON }).catch(told)
  await api.post('/sys/passkey/add', { name, credential })
}
