import { Grid } from 'antd'

/** Whether the window is as narrow as a telephone, where lists are cards. */
export const usePhone = (): boolean => Grid.useBreakpoint().sm === false
