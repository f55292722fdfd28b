import { Flex, Progress, theme, Typography } from 'antd'
import { waitedShare } from './trace-colours.ts'

/** How near an answer came to the time after which pages stop waiting for it. */
export function WaitedShare({ milliseconds }: { readonly milliseconds: number }) {
  const { token } = theme.useToken()
  const { percent, colour, isLate } = waitedShare(milliseconds)
  const colours: Readonly<Record<string, string>> = { blue: token.colorPrimary, gold: token.colorWarning, red: token.colorError }
  return (
    <Flex gap={8} align="center">
      <Progress
        size="small"
        percent={Math.min(percent, 100)}
        showInfo={false}
        strokeColor={colours[colour]}
        aria-label={`已用时限的 ${percent.toFixed(0)}%`}
        style={{ flex: 1 }}
      />
      {isLate && <Typography.Text type="danger">已超时</Typography.Text>}
    </Flex>
  )
}
