import { defineEntity } from '../../engine/schema/index.ts'

/** Files that administrators keep in the storages of the installation. Whoever deletes one deletes what is stored as well. */
export const storedFile = defineEntity({
  name: 'storedFile',
  title: '文件管理',
  domain: 'platform',
  table: 'oss_file',
  endpoints: { base: '/sys/oss/file', disable: ['add', 'edit', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'fileName',
  fields: {
    fileName: { type: 'text', label: '文件名称', readonly: true },
    url: { type: 'files', label: '文件地址', accept: 'any', count: 1, shows: 'path', readonly: true },
  },
  list: {
    columns: [{ field: 'fileName', ellipsis: 40 }, 'url'],
    filters: [
      { field: 'fileName', match: 'contains' },
      { field: 'url', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  tools: {
    upload: { label: 'OSS文件上传', does: 'upload', call: 'upload', success: '{file} 上传成功！' },
    uploadMinio: { label: 'MINIO文件上传', does: 'upload', call: 'uploadMinio', success: '{file} 上传成功！' },
  },
  rowActions: {
    preview: { label: '预览', does: 'panel', panel: 'filePreview', width: 900 },
    delete: { label: '删除', does: 'delete', confirm: '确定删除该文件吗?' },
  },
  calls: {
    upload: { title: '上传文件到对象存储', verbs: ['POST'], takes: 'file', success: '上传成功！', does: 'call' },
    uploadMinio: {
      title: '上传文件到第二存储',
      verbs: ['POST'],
      path: '/sys/upload/uploadMinio',
      takes: 'file',
      permission: 'upload',
      does: 'call',
    },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'file-text', order: 58, component: 'modules/oss/OSSFileList' },
})
