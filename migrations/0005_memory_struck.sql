-- A struck text never becomes a memory again, whatever writes it: the row is ignored. It is recognised
-- within the scopes that would show it to the same caller (one shared id, and none that differs), or in
-- every scope when it is harmful whoever it is about.
CREATE TRIGGER `memory_memories_struck` BEFORE INSERT ON `memory_memories`
WHEN EXISTS (
	SELECT 1 FROM `memory_quarantine` q
	WHERE q.`tenant` = new.`tenant` AND q.`text_hash` = new.`text_hash` AND q.`struck` = 1
		AND (q.`everywhere` = 1 OR (
			coalesce(q.`user_id` = new.`user_id`, 1)
			AND coalesce(q.`agent_id` = new.`agent_id`, 1)
			AND coalesce(q.`run_id` = new.`run_id`, 1)
			AND (q.`user_id` = new.`user_id` OR q.`agent_id` = new.`agent_id` OR q.`run_id` = new.`run_id`)
		))
)
BEGIN
	SELECT RAISE(IGNORE);
END;
