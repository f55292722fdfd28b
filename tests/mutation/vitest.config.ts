import { defineConfig } from 'vitest/config'

/**
 * For a copy of the project with one fault: the first failing test is enough. Tests have as long as elsewhere: one that
 * is too slow for less would seem to find every fault.
 */
export default defineConfig({
  test: { root: `${import.meta.dirname}/../..`, include: ['tests/**/*.test.{ts,tsx}'], bail: 1, testTimeout: 60_000, hookTimeout: 60_000 },
})
