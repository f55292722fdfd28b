/** The small university of the demo data. */
export const universityName = '江城理工大学'

/** Departments below the university, each with those below it. */
export const departments: Readonly<Record<string, readonly string[]>> = {
  实验教学中心: [],
  电子信息学院: ['电子科学系', '通信工程系'],
  计算机学院: ['软件工程系'],
  物理学院: [],
}

export const semesters = [
  { semesterName: '2025-2026-2', beginDate: '2026-03-02', endDate: '2026-07-12', isCurrent: 0 },
  { semesterName: '2026-2027-1', beginDate: '2026-09-07', endDate: '2027-01-17', isCurrent: 1 },
  { semesterName: '2026-2027-2', beginDate: '2027-03-01', endDate: '2027-07-11', isCurrent: 0 },
] as const

export interface DemoCourse {
  readonly title: string
  readonly semester: number
  readonly department: string
  /** Which of the six teachers; without one, the administrator. */
  readonly teacher: number | undefined
  readonly published: boolean
  readonly experiments: readonly string[]
  readonly rooms: readonly string[]
  /** The devices in its laboratories. */
  readonly device: string
  readonly devices: number
}

export const demoCourses: readonly DemoCourse[] = [
  {
    title: '数字电路实验',
    teacher: 0,
    semester: 1,
    department: '电子科学系',
    published: true,
    experiments: ['门电路逻辑功能测试', '组合逻辑电路设计', '触发器及其应用', '计数器设计', '555 定时器应用'],
    rooms: ['电子楼 201', '电子楼 203', '电子楼 205'],
    device: '数字电路实验箱',
    devices: 48,
  },
  {
    title: '模拟电子技术实验',
    teacher: 1,
    semester: 1,
    department: '电子科学系',
    published: true,
    experiments: ['常用仪器的使用', '单管共射放大电路', '差分放大电路', '集成运放的线性应用'],
    rooms: ['电子楼 301', '电子楼 303'],
    device: '模拟电路实验箱',
    devices: 44,
  },
  {
    title: '通信原理实验',
    teacher: 2,
    semester: 1,
    department: '通信工程系',
    published: true,
    experiments: ['信号源与码型变换', 'AM 与 FM 调制', '数字基带传输', '2FSK 调制与解调'],
    rooms: ['通信楼 402', '通信楼 404'],
    device: '通信原理实验平台',
    devices: 40,
  },
  {
    title: '大学物理实验',
    teacher: 3,
    semester: 1,
    department: '物理学院',
    published: true,
    experiments: ['长度与密度的测量', '杨氏模量的测定', '等厚干涉', '示波器的使用', '霍尔效应'],
    rooms: ['物理楼 101', '物理楼 102', '物理楼 106'],
    device: '物理实验台',
    devices: 60,
  },
  {
    title: '计算机组成原理实验',
    teacher: 4,
    semester: 1,
    department: '软件工程系',
    published: false,
    experiments: ['运算器实验', '存储器实验', '微程序控制器实验'],
    rooms: ['信息楼 501'],
    device: '组成原理实验箱',
    devices: 40,
  },
  {
    title: '嵌入式系统实验',
    teacher: 5,
    semester: 1,
    department: '软件工程系',
    published: true,
    experiments: ['GPIO 与按键中断', '定时器与 PWM', '串口通信', 'RTOS 任务调度'],
    rooms: ['信息楼 503', '信息楼 505'],
    device: '嵌入式开发板',
    devices: 45,
  },
  {
    title: '信号与系统实验',
    teacher: 0,
    semester: 0,
    department: '通信工程系',
    published: true,
    experiments: ['信号的分解与合成', '线性系统的时域响应'],
    rooms: ['通信楼 406'],
    device: '信号与系统实验箱',
    devices: 40,
  },
  {
    title: '工程训练',
    teacher: undefined,
    semester: 2,
    department: '实验教学中心',
    published: false,
    experiments: ['安全教育与工具使用', '电子焊接工艺'],
    rooms: ['实训楼 101'],
    device: '焊接工位',
    devices: 42,
  },
]

export const comments: readonly (readonly [type: string, level: number, comment: string])[] = [
  ['1', 1, '操作规范熟练，数据准确，能独立分析并解决问题'],
  ['1', 2, '操作基本规范，数据合理，能在提示下完成实验'],
  ['1', 3, '操作不够熟练，数据有偏差，需要加强练习'],
  ['2', 1, '报告完整规范，分析深入，结论正确'],
  ['2', 2, '报告较完整，分析一般，格式基本规范'],
  ['2', 3, '报告内容缺失，数据处理有误，请补充后重交'],
  ['3', 1, '回答准确，概念清楚，能联系实际'],
  ['3', 2, '回答基本正确，部分概念不够清楚'],
  ['3', 3, '未能回答要点，请课后复习相关内容'],
]

/** Types of the classification dictionary, each with those below it. */
export const categories = {
  仪器设备: {
    光学仪器: ['显微镜', '光谱仪', '激光器'],
    电子仪器: ['示波器', '信号发生器', '直流电源'],
    力学仪器: ['万能试验机', '气垫导轨'],
  },
  实验耗材: { 化学试剂: ['酸类', '碱类', '有机溶剂'], 玻璃器皿: ['烧杯', '量筒', '滴定管'], 防护用品: [] },
  实验类型: { 验证性实验: [], 综合性实验: [], 设计性实验: [] },
} as const
