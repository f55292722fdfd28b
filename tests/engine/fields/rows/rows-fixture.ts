/** Values of `rows`, written by hand. */
export const rowsFixture = {
  field: {
    type: 'rows',
    label: '规则',
    columns: {
      digits: { type: 'number', label: '位数', required: '请输入位数!', min: { is: 1, message: '位数至少为 1!' } },
      kind: { type: 'select', label: '种类', options: { a: '甲', b: '乙' } },
      note: { type: 'text', label: '说明', max: 3 },
      args: { type: 'list', label: '参数' },
      pairs: { type: 'list', keyed: true, label: '键值' },
    },
    min: { is: 2, message: '至少两行!' },
    max: { is: 3, message: '最多三行!' },
  },
  valid: [
    [
      [
        { note: ' 一 ', digits: '3' },
        { digits: 4, kind: '乙', other: 1 },
      ],
      '[{"digits":3,"note":"一"},{"digits":4,"kind":"b"}]',
    ],
    [
      '[{"digits":1,"args":[" a","b","a",""]},{"digits":2,"args":{"header":"X"},"pairs":[{"key":"","value":""},{"key":" k ","value":20}]}]',
      '[{"digits":1,"args":["a","b"]},{"digits":2,"args":{"header":"X"},"pairs":[{"key":"k","value":20}]}]',
    ],
    ['[{"digits":1},{"digits":2,"kind":null}]', '[{"digits":1},{"digits":2}]'],
  ],
  invalid: [
    ['[{"digits":1},{"note":"一"}]', '第2行：请输入位数!'],
    ['[{"digits":0},{"digits":1}]', '第1行：位数至少为 1!'],
    ['[{"digits":1,"kind":"丙"}]', '第1行：种类只能是：甲、乙'],
    ['[{"digits":1},{"digits":1},{"digits":1,"note":"一二三四"}]', '第3行：说明最多3个字符'],
    ['[{"digits":1,"args":[{}]},{"digits":1}]', '第1行：参数必须是由文本组成的列表'],
    ['[{"digits":1,"args":"a"},{"digits":1}]', '第1行：参数必须是由文本组成的列表'],
    ['[{"digits":1,"pairs":[{"value":1}]},{"digits":1}]', '第1行：键值的每一项都要有键和值'],
    ['[{"digits":1}]', '至少两行!'],
    ['[{"digits":1},{"digits":1},{"digits":1},{"digits":1}]', '最多三行!'],
    ['{"digits":1}', '规则必须是由多行组成的列表'],
    ['[1]', '规则必须是由多行组成的列表'],
    ['{', '规则必须是由多行组成的列表'],
  ],
  text: [['[{"digits":1}]', '[{"digits":1}]']],
} as const
