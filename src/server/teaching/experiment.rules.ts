import type { Change, Rules } from '../../../engine/server/index.ts'

const isLocked = ({ before }: Change): boolean => before?.haveInspectionResult === 1

/** An experiment with inspection results can no longer be edited or deleted (RULE-034). */
export const experimentRules: Rules = {
  beforeSave(_context, changes) {
    for (const change of changes) {
      const edited = ['experiName', 'semester', 'courseId'].some((key) => change.after?.[key] !== change.before?.[key])
      if (isLocked(change) && edited) change.refuse('该实验已有考察结果，不能编辑！')
    }
  },
  beforeDelete(_context, changes) {
    for (const change of changes) if (isLocked(change)) change.refuse('该实验已有考察结果，不能删除！')
  },
}
