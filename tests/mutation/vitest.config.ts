import { defineConfig } from 'vitest/config'

/** For a copy of the tree with one fault in it: on SQLite alone, and the first test that fails is enough. */
export default defineConfig({
  test: { root: `${import.meta.dirname}/../..`, include: ['tests/**/*.test.{ts,tsx}'], bail: 1, testTimeout: 20_000, hookTimeout: 60_000 },
})
