import { defineEntity } from '../../engine/schema/index.ts'

const mysql = 'jdbc:mysql://127.0.0.1:3306/DB?characterEncoding=UTF-8&useUnicode=true&useSSL=false'
const zoned = '&tinyInt1isBit=false&allowPublicKeyRetrieval=true&serverTimezone=Asia/Shanghai'
const dameng = 'jdbc:dm://127.0.0.1:5236/?DB&zeroDateTimeBehavior=convertToNull&useUnicode=true&characterEncoding=utf-8'

/** Driver and address that a type of database usually has. */
const usual = {
  '1': { dbDriver: 'com.mysql.jdbc.Driver', dbUrl: mysql },
  '2': { dbDriver: 'oracle.jdbc.OracleDriver', dbUrl: 'jdbc:oracle:thin:@127.0.0.1:1521:ORCL' },
  '3': {
    dbDriver: 'com.microsoft.sqlserver.jdbc.SQLServerDriver',
    dbUrl: 'jdbc:sqlserver://127.0.0.1:1433;SelectMethod=cursor;DatabaseName=DB',
  },
  '4': { dbDriver: 'com.mysql.cj.jdbc.Driver', dbUrl: `${mysql}${zoned}` },
  '5': { dbDriver: 'org.mariadb.jdbc.Driver', dbUrl: 'jdbc:mariadb://127.0.0.1:3306/DB?characterEncoding=UTF-8&useSSL=false' },
  '6': { dbDriver: 'org.postgresql.Driver', dbUrl: 'jdbc:postgresql://127.0.0.1:5432/DB' },
  '7': { dbDriver: 'dm.jdbc.driver.DmDriver', dbUrl: dameng },
  '8': { dbDriver: 'com.kingbase8.Driver', dbUrl: 'jdbc:kingbase8://127.0.0.1:54321/DB' },
  '9': { dbDriver: 'com.oscar.Driver', dbUrl: 'jdbc:oscar://127.0.0.1:2003/DB' },
  '10': { dbDriver: 'org.sqlite.JDBC', dbUrl: 'jdbc:sqlite:DB.db' },
  '11': { dbDriver: 'com.ibm.db2.jcc.DB2Driver', dbUrl: 'jdbc:db2://127.0.0.1:50000/DB' },
  '12': { dbDriver: 'org.hsqldb.jdbc.JDBCDriver', dbUrl: 'jdbc:hsqldb:hsql://127.0.0.1/DB' },
  '13': { dbDriver: 'org.apache.derby.jdbc.ClientDriver', dbUrl: 'jdbc:derby://127.0.0.1:1527/DB' },
  '14': { dbDriver: 'org.h2.Driver', dbUrl: 'jdbc:h2:tcp://127.0.0.1:8082/DB' },
  '15': { dbDriver: '', dbUrl: '' },
}

const dbType = { type: 'dictionary', code: 'database_type', label: '数据库类型', required: '请选择数据库类型!' } as const
const dbDriver = { type: 'text', label: '驱动类', required: '请输入驱动类!', max: 100 } as const
const dbUrl = { type: 'text', label: '数据源地址', required: '请输入数据源地址!', max: 500 } as const
const dbName = { type: 'text', label: '数据库名称', max: 100 } as const
const dbUsername = { type: 'text', label: '用户名', required: '请输入用户名!', max: 100 } as const

/** Databases of others. The password is encrypted and never sent; what connects to them is in `src/server/data-sources/`. */
export const dataSource = defineEntity({
  name: 'dataSource',
  title: '数据源',
  domain: 'platform',
  table: 'sys_data_source',
  endpoints: { base: '/sys/dataSource' },
  label: 'name',
  fields: {
    code: {
      type: 'text',
      label: '数据源编码',
      required: '请输入数据源编码!',
      readonly: 'edit',
      unique: '数据源编码已存在!',
      pattern: { is: 'letterCode', message: '编码必须以字母开头，可包含数字、下划线、横杠' },
      max: 100,
    },
    name: { type: 'text', label: '数据源名称', required: '请输入数据源名称!', max: 100 },
    dbType,
    dbDriver,
    dbUrl,
    dbName,
    dbUsername,
    dbPassword: { type: 'secret', label: '密码', sealed: true, help: '加密保存，不会显示；编辑时留空即保持不变' },
    remark: { type: 'longText', label: '备注', max: 200 },
  },
  list: {
    title: '多数据源管理',
    columns: ['name', 'dbType', 'dbDriver', { field: 'dbUrl', ellipsis: 60 }, 'dbUsername'],
    filters: [{ field: 'name', match: 'contains' }, 'dbType'],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: { '': ['code', 'name', 'dbType', 'dbDriver', 'dbUrl', 'dbName', 'dbUsername', 'dbPassword', 'remark'] },
    fills: { dbType: usual },
    tries: { dbPassword: { label: '测试', call: 'testConnection', waiting: '连接中……', failure: '连接失败' } },
  },
  calls: {
    testConnection: {
      title: '测试连接',
      verbs: ['POST'],
      path: '/online/cgreport/api/testConnection',
      params: {
        dbType,
        dbDriver,
        dbUrl,
        dbName,
        dbUsername,
        dbPassword: { type: 'secret', label: '密码' },
        id: { type: 'text', label: '数据源' },
      },
      success: '连接成功',
      does: 'call',
    },
  },
  import: { columns: ['code', 'name', 'dbType', 'dbDriver', 'dbUrl', 'dbName', 'dbUsername', 'remark'], matchOn: ['code'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'database', order: 57, component: 'system/SysDataSourceList' },
})
