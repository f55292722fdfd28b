// Provides the programs that tests use besides npm packages: installs them as root on Debian; elsewhere uses what is there.
import { findChromium, findPostgres, findRedis, hasChineseFont, onPath } from './machine.mjs'

const programs = [
  { name: 'Chromium', package: 'chromium-headless-shell', found: findChromium, without: '浏览器流程测试 browser journeys' },
  { name: 'Noto CJK fonts', package: 'fonts-noto-cjk', found: hasChineseFont, without: '截图中的中文 Chinese text in screenshots' },
  { name: 'PostgreSQL', package: 'postgresql', found: findPostgres, without: 'PostgreSQL 上的接口测试 API tests on PostgreSQL' },
  { name: 'Redis', package: 'redis-server', found: findRedis, without: 'Redis 上的多节点测试 tests of several nodes with Redis' },
]

/** Missing programs are listed; the tests that need them report themselves as skipped. */
export function provideTestPrograms(run) {
  const missing = programs.filter((program) => !program.found())
  const debian = process.getuid?.() === 0 && onPath('apt-get') !== undefined
  if (missing.length > 0 && debian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], env)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing.map((program) => program.package)], env)
  }
  for (const program of programs.filter((each) => !each.found())) {
    console.log(`跳过 Skipped: ${program.without}（缺少 missing: ${program.name}，Debian: apt-get install ${program.package}）`)
  }
}
