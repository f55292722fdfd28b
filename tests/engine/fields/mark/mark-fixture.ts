/** A flag of the reader: whatever a client sends is accepted and never stored. */
export const markFixture = {
  field: { type: 'mark', label: '阅读状态', table: 'seen', own: 'row_id', reader: 'user_id', on: '已读', off: '未读' },
  valid: [[1, 1]],
  invalid: [],
  text: [
    [0, '未读'],
    [1, '已读'],
  ],
} as const
