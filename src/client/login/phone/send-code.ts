import { api } from '../../../../engine/client/index.ts'

/** What a code is for, as the server numbers it: 0 login, 1 registration, 2 recovery. */
type Purpose = '0' | '1' | '2'

/** Sends a code of this purpose to a phone. */
export const sendCode =
  (smsmode: Purpose) =>
  (mobile: string): Promise<unknown> =>
    api.post('/sys/sms', { mobile, smsmode })
