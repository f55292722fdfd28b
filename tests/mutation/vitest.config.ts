import { defineConfig } from 'vitest/config'

/** For a copy of the project with one fault: only SQLite, and the first failing test is enough. */
export default defineConfig({
  test: { root: `${import.meta.dirname}/../..`, include: ['tests/**/*.test.{ts,tsx}'], bail: 1, testTimeout: 20_000, hookTimeout: 60_000 },
})
