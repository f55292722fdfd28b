export const richTextFixture = {
  field: { type: 'richText', label: '内容', max: { is: 12, message: '内容太长!' } },
  valid: [['<p>停电</p>', '<p>停电</p>']],
  invalid: [
    ['<p>停电停电停电</p>', '内容太长!'],
    [{}, '内容格式不正确'],
  ],
  text: [['<p>停电 <strong>A&amp;B</strong></p><p>晚上</p>', '停电 A&B 晚上']],
} as const
