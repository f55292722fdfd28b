/** How long the claim on a result holds without being renewed (milliseconds). */
export const CLAIM_LEASE = 90_000
