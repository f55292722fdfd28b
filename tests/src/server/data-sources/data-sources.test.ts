import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../support/databases.ts'
import { freePort } from '../../../support/free-port.ts'
import { clusterVariable } from '../../../support/postgres.ts'
import { startMysqlServer } from './mysql-server.ts'

const base = '/sys/dataSource'
const secret = 'Geheim-4711'
const types = { mysql: '1', oracle: '2', sqlServer: '3', mariadb: '5', postgres: '6', kingbase: '8', sqlite: '10', db2: '11' } as const

onBothDatabases('data sources', (database) => {
  let app: TestApp
  let admin: string
  let mysql: Awaited<ReturnType<typeof startMysqlServer>>
  let silent: Server
  let nobody: number
  let folder: string
  const cluster = new URL(process.env[clusterVariable] || 'postgres://postgres@127.0.0.1:5432/postgres')
  const port = (server: Server) => (server.address() as AddressInfo).port

  beforeAll(async () => {
    mysql = await startMysqlServer('lab', secret)
    silent = createServer((socket) => void socket.on('error', () => undefined))
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    nobody = await freePort()
    const open = [Number(cluster.port), mysql.port, port(silent), nobody].map((one) => `127.0.0.1:${one}`).join()
    app = await testApp({ database, env: { OUTBOUND_ALLOW: open } })
    admin = await app.signIn('admin', '1')
    folder = app.app.dataSources.folder
    Object.assign(app.app.dataSources, { patience: 500 })
  })
  afterAll(async () => {
    await app.close()
    mysql.close()
    silent.close()
  })

  const source = { name: '设备库', dbType: types.mysql, dbDriver: 'com.mysql.jdbc.Driver', dbUsername: 'lab', dbPassword: secret }
  const mysqlUrl = () => `jdbc:mysql://127.0.0.1:${mysql.port}/equipment?useSSL=false`
  let made = 0
  const add = async (values: object = {}) =>
    (
      await app.call<{ id: string }>('POST', `${base}/add`, {
        as: admin,
        body: { ...source, code: `db_${made++}`, dbUrl: mysqlUrl(), ...values },
      })
    ).body
  const attempt = async (body: object, as = admin) =>
    (await app.call('POST', '/online/cgreport/api/testConnection', { as, body: { ...source, dbUrl: mysqlUrl(), ...body } })).body

  test('a test connects for real: MySQL and MariaDB by user and password', async () => {
    expect(await attempt({})).toMatchObject({ success: true, message: '连接成功' })
    expect(await attempt({ dbType: types.mariadb, dbUrl: `jdbc:mariadb://127.0.0.1:${mysql.port}/equipment` })).toMatchObject({
      success: true,
    })
    expect(await attempt({ dbPassword: 'wrong' })).toMatchObject({ success: false, message: '用户名或密码错误' })
    expect(await attempt({ dbUsername: 'someone' })).toMatchObject({ success: false, message: '用户名或密码错误' })
  })

  test.skipIf(!hasPostgres())('and PostgreSQL and its kin by database', async () => {
    const at = `//${cluster.host}`
    const postgres = { dbType: types.postgres, dbUsername: 'postgres' }
    expect(await attempt({ ...postgres, dbUrl: `jdbc:postgresql:${at}/postgres` })).toMatchObject({ success: true, message: '连接成功' })
    expect(await attempt({ ...postgres, dbType: types.kingbase, dbUrl: `jdbc:kingbase8:${at}/postgres` })).toMatchObject({ success: true })
    expect(await attempt({ ...postgres, dbUrl: `jdbc:postgresql:${at}/nothing` })).toMatchObject({ message: '数据库不存在' })
    expect(await attempt({ ...postgres, dbUsername: 'stranger', dbUrl: `jdbc:postgresql:${at}/postgres` })).toMatchObject({
      success: false,
      message: '用户名或密码错误',
    })
  })

  test('a PostgreSQL that asks for a password is told none of this server’s own', async () => {
    const told: string[] = []
    const asking = createServer((socket) => {
      socket.on('error', () => undefined)
      // Each message but the first has a letter; to the first the answer is: a password, in plain words.
      socket.on('data', (sent) => {
        if (sent[0] === 0) return socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
        told.push(sent.subarray(5, -1).toString())
        return socket.end()
      })
    })
    await new Promise<void>((ready) => asking.listen(nobody, '127.0.0.1', ready))
    process.env['PGPASSWORD'] = secret
    const dbUrl = `jdbc:postgresql://127.0.0.1:${nobody}/db`
    try {
      expect((await attempt({ dbType: types.postgres, dbUrl, dbPassword: undefined })).success).toBe(false)
      expect((await attempt({ dbType: types.postgres, dbUrl, dbPassword: 'its own' })).success).toBe(false)
    } finally {
      delete process.env['PGPASSWORD']
      await new Promise((done) => asking.close(done))
    }
    expect(told).toEqual(['', 'its own'])
  })

  test('what does not answer is given up with a sentence, whatever the driver', async () => {
    const drivers = [
      [types.mysql, 'jdbc:mysql://127.0.0.1:PORT/db'],
      [types.postgres, 'jdbc:postgresql://127.0.0.1:PORT/db'],
      [types.sqlServer, 'jdbc:sqlserver://127.0.0.1:PORT;DatabaseName=db'],
    ] as const
    for (const [dbType, address] of drivers) {
      const at = (to: number) => attempt({ dbType, dbUrl: address.replace('PORT', String(to)) })
      expect(await at(nobody), address).toMatchObject({ success: false, message: '目标地址拒绝连接' })
      expect(await at(port(silent)), address).toMatchObject({ success: false, message: '连接超时' })
    }
    expect(await attempt({ dbUrl: 'jdbc:mysql://no-such-host.invalid/db' })).toMatchObject({ success: false, message: '找不到目标主机' })
  })

  test('no driver leads to an inner address that the configuration does not allow', async () => {
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
    ]
    for (const host of hosts) {
      for (const [dbType, address] of [
        [types.mysql, `jdbc:mysql://${host}:3999/db`],
        [types.postgres, `jdbc:postgresql://${host}:3999/db`],
        [types.sqlServer, `jdbc:sqlserver://${host}:3999`],
      ])
        expect((await attempt({ dbType, dbUrl: address })).message, `${address}`).toContain('目标地址不在允许范围内')
    }
  })

  test('a type without a driver and a broken address have sentences of their own', async () => {
    for (const dbType of [types.oracle, types.db2])
      expect(await attempt({ dbType, dbUrl: 'jdbc:other://x' })).toMatchObject({ message: '服务器没有这类数据库的驱动，无法测试连接' })
    expect((await attempt({ dbUrl: 'jdbc:postgresql://127.0.0.1/db' })).details).toEqual({ dbUrl: '数据源地址应以 jdbc:mysql:// 开头' })
    for (const broken of ['jdbc:mysql://', 'jdbc:mysql://a,b/db', 'jdbc:mysql://a:99999/db', 'jdbc:mysql:///db', 'jdbc:mysql://a/%zz'])
      expect((await attempt({ dbUrl: broken })).details, broken).toEqual({ dbUrl: '数据源地址格式不正确' })
    expect((await attempt({ dbUrl: '', dbUsername: '' })).details).toEqual({ dbUrl: '请输入数据源地址!', dbUsername: '请输入用户名!' })
  })

  test('an SQLite file is opened in the folder for it and nowhere else', async () => {
    mkdirSync(folder, { recursive: true })
    new BetterSqlite3(join(folder, 'lab.db')).exec('create table t (a)').close()
    writeFileSync(join(folder, 'note.txt'), 'no database '.repeat(200))
    symlinkSync(join(folder, '..', 'shiyan.db'), join(folder, 'link.db'))
    const of = async (file: string) => (await attempt({ dbType: types.sqlite, dbUrl: `jdbc:sqlite:${file}` })).message
    expect(await of('lab.db')).toBe('连接成功')
    expect(await of('note.txt')).toBe('文件不是 SQLite 数据库')
    expect(await of('none.db')).toBe('数据库文件不存在')
    for (const outside of ['../shiyan.db', '/../shiyan.db', 'x/../../shiyan.db'])
      expect(await of(outside), outside).toBe('只能打开服务器数据目录 data-sources 中的文件')
    if (database === 'sqlite') expect(await of('link.db')).toBe('只能打开服务器数据目录 data-sources 中的文件')
  })

  test('the password is encrypted, and no call, log, history or sheet has it', async () => {
    const { id } = (await add()).result
    await attempt({})
    const { db } = app.app.engine
    const row = await db.read.selectFrom('sys_data_source').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.db_password).toBeTruthy()
    expect(row.db_password).not.toContain(secret)
    expect(app.app.dataSources.sealer.open(row.db_password ?? '', 'dataSource.dbPassword')).toBe(secret)
    const read = async (path: string, query = {}) => (await app.call('GET', path, { as: admin, query })).raw.toString('latin1')
    await expect.poll(() => read('/sys/log/list', { logType: '2', pageSize: 100 })).toContain('testConnection')
    const said = [
      await read(`${base}/list`),
      await read(`${base}/queryById`, { id }),
      await read(`${base}/exportXls`),
      await read('/sys/log/list', { logType: '2', pageSize: 100 }),
      JSON.stringify(await db.read.selectFrom('sys_audit').selectAll().where('row_id', '=', id).execute()),
    ]
    for (const text of said) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(row.db_password)
    }
    expect(JSON.parse(said[1] ?? '').result).not.toHaveProperty('dbPassword')
  })

  test('a test without a password takes the stored one, for the stored address and user alone', async () => {
    const { id } = (await add()).result
    const without = { id, dbPassword: undefined }
    expect(await attempt(without)).toMatchObject({ success: true })
    for (const other of [{ dbUrl: `jdbc:mysql://127.0.0.1:${port(silent)}/equipment` }, { dbUsername: 'someone' }])
      expect((await attempt({ ...without, ...other })).details).toEqual({ dbPassword: '地址或用户名已改动，请重新填写密码' })
    expect(await attempt({ dbPassword: undefined })).toMatchObject({ success: false, message: '用户名或密码错误' })
  })

  test('an edit without a password keeps it, and the code stays', async () => {
    const { id } = (await add()).result
    const edit = (body: object) => app.call('PUT', `${base}/edit`, { as: admin, body: { id, ...body } })
    expect((await edit({ name: '新名称', code: undefined, dbPassword: null })).body.success).toBe(true)
    expect(await attempt({ id, dbPassword: undefined })).toMatchObject({ success: true })
    const read = async () =>
      (await app.call<{ code: string; name: string }>('GET', `${base}/queryById`, { as: admin, query: { id } })).body.result
    const { code } = await read()
    await edit({ code: 'other_code' })
    expect(await read()).toMatchObject({ code, name: '新名称' })
    expect((await edit({ dbPassword: 'another' })).body.success).toBe(true)
    expect(await attempt({ id, dbPassword: undefined })).toMatchObject({ message: '用户名或密码错误' })
  })

  test('an edit leads the stored password to no other address: who changes type, address or user types it again', async () => {
    const { id } = (await add()).result
    const edit = async (body: object) => (await app.call('PUT', `${base}/edit`, { as: admin, body: { id, ...body } })).body
    const elsewhere = { dbUrl: `jdbc:mysql://127.0.0.1:${port(silent)}/equipment` }
    for (const moved of [elsewhere, { dbUsername: 'someone' }, { dbType: types.mariadb }])
      expect((await edit(moved)).details, JSON.stringify(moved)).toEqual({ dbPassword: '地址或用户名已改动，请重新填写密码' })
    expect((await edit({ ...elsewhere, dbPassword: 'its own' })).success).toBe(true)
    const open = (await add({ dbPassword: undefined })).result
    expect((await app.call('PUT', `${base}/edit`, { as: admin, body: { id: open.id, ...elsewhere } })).body.success).toBe(true)
  })

  test('an address holds no password, not even in the log, and a code begins with a letter and is unique', async () => {
    for (const dbUrl of [
      'jdbc:mysql://h/db?user=x&password=Geheim-y',
      'jdbc:mysql://h/db?p%61ssword=Geheim-y',
      'jdbc:mysql://x:Geheim-y@h/db',
      'jdbc:sqlserver://h;PWD=Geheim-y',
      'jdbc:sqlserver://h;trustStorePassword=Geheim-y',
      'jdbc:oracle:thin:scott/Geheim-y@h:1521:ORCL',
    ]) {
      expect((await add({ dbUrl })).details, dbUrl).toEqual({ dbUrl: '请把密码填在“密码”一栏，不要写在地址里' })
      expect((await attempt({ dbUrl })).details, dbUrl).toEqual({ dbUrl: '请把密码填在“密码”一栏，不要写在地址里' })
    }
    const log = async () => (await app.call('GET', '/sys/log/list', { as: admin, query: { logType: '2', pageSize: 100 } })).raw.toString()
    await expect.poll(log).toContain('oracle:thin')
    expect((await log()).replaceAll('%61', 'a')).not.toContain('Geheim-y')
    for (const code of ['1db', '_db', 'a|b', '库'])
      expect((await add({ code })).details, code).toEqual({ code: '编码必须以字母开头，可包含数字、下划线、横杠' })
    expect((await add({ code: 'Twice-1_a' })).success).toBe(true)
    expect((await add({ code: 'Twice-1_a' })).details).toEqual({ code: '数据源编码已存在!' })
  })

  test('whoever may not connect anywhere connects nowhere', async () => {
    const teacher = await app.signIn('admin', '2')
    expect(await attempt({}, teacher)).toMatchObject({ success: false, code: 510 })
    expect((await app.call('POST', '/online/cgreport/api/testConnection', { body: {} })).status).toBe(401)
  })
})
