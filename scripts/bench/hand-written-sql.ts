const labels = `c.course_title as "courseId_dictText", c.semester as "semester", s.semester_name as "semester_dictText"`
const columns = `t.id, t.course_id as "courseId", ${labels}, t.facility_name as "facilityName", t.facility_num as "facilityNum", t.property1, t.property2, t.property,
  t.create_by as "createBy", t.create_time as "createTime", t.update_by as "updateBy", t.update_time as "updateTime", t.version`
const from = `from bh_facility t left join bh_course c on c.course_id = t.course_id left join bh_semester s on s.id = c.semester`

/** The statements over placeholders: `$1` on PostgreSQL; on SQLite `+?`, at whose value it does not look to plan each execution anew. */
export const statements = (at: (place: number) => string) => ({
  session: `select u.id, u.username, s.expires from sys_session s join sys_user u on u.id = s.user_id where s.token_hash = ${at(1)}`,
  list: `select ${columns} ${from} where t.course_id = ${at(1)} order by t.facility_num nulls first limit ${at(2)} offset ${at(3)}`,
  count: `select count(*) as n from bh_facility where course_id = ${at(1)}`,
  listAll: `select ${columns} ${from} order by t.facility_num_sort_key nulls first, t.id nulls first limit ${at(1)} offset ${at(2)}`,
  countAll: `select count(*) as n from bh_facility`,
  get: `select ${columns} ${from} where t.id = ${at(1)}`,
  course: `select ${labels} from bh_course c left join bh_semester s on s.id = c.semester where c.course_id = ${at(1)}`,
  insert: `insert into bh_facility (id, course_id, facility_num, facility_name, property1, property2, property, create_by, create_time, version)
    values (${places(at, 10)})`,
  update: `update bh_facility set property1 = ${at(1)}, update_by = ${at(2)}, update_time = ${at(3)}, version = version + 1
    where id = ${at(4)} and version = ${at(5)}`,
  audit: `insert into sys_audit (id, entity, table_name, row_id, version, operation, actor_id, username, role, at, changes, request_id)
    values (${places(at, 12)})`,
})

const places = (at: (place: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => at(index + 1)).join(', ')
