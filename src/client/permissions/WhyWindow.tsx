import { Button, Modal, Skeleton, Typography } from 'antd'
import useSWR from 'swr'
import { declaredCall, LoadFailed } from '../../../engine/client/index.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import type { AskedWhy, WhyAnswer } from './answers.ts'
import { Explanations } from './Explanations.tsx'
import './permissions.css'

/** For people who do not manage rights: what the permission is called, and whom to ask. */
function WhomToAsk({ items, ask }: WhyAnswer) {
  const titles = items.flatMap(({ permissions }) => permissions.map(({ title }) => title))
  if (items.every(({ allowed }) => allowed)) return <Typography.Paragraph>您有这个权限，请刷新页面后再试。</Typography.Paragraph>
  return (
    <>
      <Typography.Paragraph>
        {titles.length ? `此操作需要权限“${titles.join('”或“')}”，您当前的角色没有。` : '此操作的权限已被管理员删除，任何角色都没有。'}
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary">如需使用，请联系{ask}授权。</Typography.Paragraph>
    </>
  )
}

function Answer({ answer, close }: { readonly answer: WhyAnswer; close(): void }) {
  const { login } = useSignedIn()
  const { who, items } = answer
  if (!who) return <WhomToAsk {...answer} />
  const roles = [who.roleName, ...who.departRoles].join('、')
  return (
    <>
      <Typography.Paragraph type="secondary">
        {who.realname}（{who.username}），当前角色：{roles}
      </Typography.Paragraph>
      <Explanations items={items} linked={!login.viewing} onLeave={close} />
    </>
  )
}

/** Why the user may not do something here. */
export function WhyWindow({ asked, close }: { readonly asked: AskedWhy; close(): void }) {
  const { data, error, mutate } = useSWR<WhyAnswer, Error>(
    ['why', asked],
    () => declaredCall('/sys/permission/why', { ...asked }).get<WhyAnswer>(),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  )
  return (
    <Modal open title="为什么？" width={640} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      {error ? <LoadFailed error={error} retry={mutate} /> : data ? <Answer answer={data} close={close} /> : <Skeleton active />}
    </Modal>
  )
}
