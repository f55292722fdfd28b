/** Milliseconds for which this thread has had a processor: what else the machine does makes them no more. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
