export { sessionAllocation } from './server/allocation-calls.ts'
