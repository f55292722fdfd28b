/**
 * For calls without a login that store or take a key. A class of two hundred that signs in behind one address stays below it: each page asks
 * for a picture and a passkey once.
 */
export const anonymous = { permission: 'public', perMinute: 300 } as const
