import { FilterOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'

/** The button of a telephone's filters, which is there before them. */
export function FilterButton(props: Omit<ButtonProps, 'icon' | 'children'>) {
  return (
    <Button icon={<FilterOutlined />} {...props}>
      筛选
    </Button>
  )
}
