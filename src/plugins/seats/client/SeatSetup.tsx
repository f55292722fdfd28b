import { DownloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Descriptions, Flex, Input, Typography } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, download, FileButton, tellRefusal, useCurrentUser, type PanelProps } from '../../../../engine/client/index.ts'
import type { FoundRow } from '../../../../engine/schema/index.ts'

/** The preview of a session's seats, the reason if they cannot be made, and the call that makes them. */
function useSeatSetup({ row, reload, close }: PanelProps<FoundRow<'session'>>) {
  const app = App.useApp()
  const [busy, setBusy] = useState(false)
  const { id = '', seatNum = 0, facilityStuNum = 0, facilityCount = 0 } = row ?? {}
  const hasTime = Boolean(row?.startTime && row.endTime)
  const { data: free } = useSWR(hasTime ? ['equipment', 'free', id] : null, () =>
    declaredCall('/inspect/bhFacility/chooseList', { experiGroupId: id, pageSize: 10 }).get<{ total: number }>(),
  )
  const groups = Math.ceil(seatNum / Math.max(facilityStuNum, 1))
  const wanting = Math.max(groups - facilityCount, 0)
  const missing = free ? Math.max(wanting - free.total, 0) : 0
  const ready = hasTime && missing === 0
  const start = async () => {
    setBusy(true)
    try {
      const answer = await declaredCall('/inspect/bhExperiGroup/initSeatFacility', { id }).send()
      void app.message.success(answer.message)
      reload()
      close()
    } catch (refusal) {
      tellRefusal(app, refusal)
      setBusy(false)
    }
  }
  return { hasTime, free, groups, wanting, missing, ready, busy, start: () => void start() }
}

/** Initialise the seats of a session: shows what will be made and what becomes final, and asks for a typed confirmation. */
export function SeatSetup(props: PanelProps<FoundRow<'session'>>) {
  const { row, close } = props
  const { permissions } = useCurrentUser()
  const { hasTime, free, groups, wanting, missing, ready, busy, start } = useSeatSetup(props)
  const { id = '', groupName: name = '', seatNum = 0, facilityStuNum = 0, facilityCount = 0, peopleNum = 0 } = row ?? {}
  const [typed, setTyped] = useState('')
  const isConfirmed = ready && typed.trim() === name
  const keep = () => download('/inspect/bhExperiGroupStu/exportXls', { data: { experiGroupId: id }, fallback: `${name}学生.xlsx` })
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        styles={{ label: { whiteSpace: 'nowrap' } }}
        size="small"
        column={{ xs: 1, sm: 1, md: 2, lg: 2, xl: 2, xxl: 2 }}
        items={[
          { key: 'seats', label: '将创建座位', children: `${seatNum} 个` },
          { key: 'groups', label: '小组', children: `${groups} 组，每组 ${facilityStuNum} 人` },
          { key: 'people', label: '将就座学生', children: `${peopleNum} 人（按班级、学号）` },
          { key: 'devices', label: '设备', children: `需 ${groups} 台，已分配 ${facilityCount} 台` },
          { key: 'free', label: '将自动分配', children: free ? `${wanting} 台（同时段可用 ${free.total} 台）` : `${wanting} 台` },
          { key: 'time', label: '时间', children: hasTime ? `${row?.startTime ?? ''} 至 ${row?.endTime ?? ''}` : '未设置' },
        ]}
      />
      {!hasTime && <Alert type="error" showIcon message="请先设置分组开始时间" />}
      {missing > 0 && <Alert type="error" showIcon message={`可用设备不足，还缺 ${missing} 台！`} />}
      <Alert
        type="warning"
        showIcon
        message="初始化后座位不可更改，确定初始化吗?"
        description="座位、座次号和小组的划分一经生成便不能撤销或重新生成；座位上的学生、套件号仍可调整，直到该场次有了考察结果。"
      />
      <label>
        <Typography.Text>
          请输入场次名称 <Typography.Text strong>{name}</Typography.Text> 以确认
        </Typography.Text>
        <Input
          style={{ marginBlockStart: 8 }}
          autoFocus
          aria-label="场次名称确认"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => void (isConfirmed && !busy && start())}
        />
      </label>
      <Flex justify="end" wrap gap={8}>
        {permissions.has('teaching:sessionMember:export') && (
          <FileButton icon={<DownloadOutlined />} fetchFile={keep}>
            下载学生名单
          </FileButton>
        )}
        <Button onClick={close}>取消</Button>
        <Button type="primary" danger loading={busy} disabled={!isConfirmed} onClick={start}>
          确定初始化
        </Button>
      </Flex>
    </Flex>
  )
}
