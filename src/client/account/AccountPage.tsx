import { Card, Col, Descriptions, Row } from 'antd'
import { familyPaths } from '../login/family.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecurityParts } from './security/SecurityParts.tsx'

/** The user's own facts and password. */
export function AccountPage() {
  const { login } = useSignedIn()
  const { user, roles, departments } = login
  const department = departments.find(({ orgCode }) => orgCode === user.orgCode) ?? departments[0]
  const facts = [
    ['用户账号', user.username],
    ['姓名', user.realname],
    ['当前角色', roles.find(({ roleCode }) => roleCode === user.roleCode)?.roleName],
    ['全部角色', roles.map(({ roleName }) => roleName).join('、')],
    ['所属部门', department?.departName],
    ['工号', user.workNo],
    ['学号', user.studyNumber],
    ['手机号', user.phone],
    ['邮箱', user.email],
  ] as const
  return (
    <Row gutter={[16, 16]}>
      <Col xs={24} lg={12}>
        <Card title="基本信息" className="fill-height">
          <Descriptions
            column={1}
            items={facts.filter(([, value]) => value).map(([label, value]) => ({ key: label, label, children: value }))}
          />
        </Card>
      </Col>
      <Col xs={24} lg={12}>
        <Card title="修改密码" className="fill-height">
          <PasswordForm username={user.username} />
          <p className="password-by-phone">
            <a href={familyPaths.password}>忘记旧密码？用手机验证码修改</a>
          </p>
        </Card>
      </Col>
      <Col span={24}>
        <Card title="安全设置">
          <SecurityParts />
        </Card>
      </Col>
    </Row>
  )
}
