/** Addresses of the story's entities. */
export const courses = '/inspect/bhCourse'
export const devices = '/inspect/bhFacility'
export const experiments = '/inspect/bhExperi'
export const items = '/inspect/bhInspection'
export const rosters = '/jw/bhClassStu'
export const seats = '/inspect/bhExperiSeat'
export const sessions = '/inspect/bhExperiGroup'
