-- The word index. One token per word and scope id, with a hash of that id in front: the list of a word
-- then holds the memories of one scope only, so that a search costs what that scope's memories cost.
-- `ascii` leaves tokens as they are: they come stemmed, and every character above ASCII belongs to one.
DROP TRIGGER `memory_fts_delete`;
--> statement-breakpoint
DROP TABLE `memory_fts`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `memory_words` USING fts5(`body`, content='', contentless_delete=1, detail=none, tokenize='ascii');
--> statement-breakpoint
-- A new row is queued for the vector index, and its history begins.
CREATE TRIGGER `memory_memories_added` AFTER INSERT ON `memory_memories` BEGIN
	INSERT INTO `memory_outbox` (`tenant`, `memory_id`, `operation`, `parts`, `version`, `created_at_ms`, `attempts`, `due_at_ms`)
		VALUES (new.`tenant`, new.`id`, 'upsert', 0, 1, new.`updated_at_ms`, 0, new.`updated_at_ms`)
		ON CONFLICT (`tenant`, `memory_id`) DO UPDATE SET `operation` = 'upsert', `version` = `version` + 1,
			`created_at_ms` = excluded.`created_at_ms`, `attempts` = 0, `due_at_ms` = excluded.`due_at_ms`, `last_error` = NULL;
	INSERT INTO `memory_history` (`tenant`, `memory_id`, `at_ms`, `event`, `by`, `changes`)
		VALUES (new.`tenant`, new.`id`, new.`updated_at_ms`, new.`change`, new.`changed_by`,
			json_object('text', json_array(NULL, new.`text`)));
END;
--> statement-breakpoint
-- Another text means other vectors; what is kept of the old ones must not be compared any more.
CREATE TRIGGER `memory_memories_reworded` AFTER UPDATE OF `text` ON `memory_memories` WHEN old.`text` IS NOT new.`text` BEGIN
	DELETE FROM `memory_vectors` WHERE `tenant` = new.`tenant` AND `memory_id` = new.`id`;
	INSERT INTO `memory_outbox` (`tenant`, `memory_id`, `operation`, `parts`, `version`, `created_at_ms`, `attempts`, `due_at_ms`)
		VALUES (new.`tenant`, new.`id`, 'upsert', 0, 1, new.`updated_at_ms`, 0, new.`updated_at_ms`)
		ON CONFLICT (`tenant`, `memory_id`) DO UPDATE SET `operation` = 'upsert', `version` = `version` + 1,
			`created_at_ms` = excluded.`created_at_ms`, `attempts` = 0, `due_at_ms` = excluded.`due_at_ms`, `last_error` = NULL;
END;
--> statement-breakpoint
-- Every change of what a memory says, of when it holds and of how useful it was.
CREATE TRIGGER `memory_memories_changed` AFTER UPDATE ON `memory_memories`
WHEN old.`text` IS NOT new.`text` OR old.`category_rank` IS NOT new.`category_rank`
	OR old.`authority_rank` IS NOT new.`authority_rank` OR old.`entity` IS NOT new.`entity`
	OR old.`key` IS NOT new.`key` OR old.`value` IS NOT new.`value` OR old.`metadata` IS NOT new.`metadata`
	OR old.`occurred_at_ms` IS NOT new.`occurred_at_ms` OR old.`valid_from_ms` IS NOT new.`valid_from_ms`
	OR old.`valid_to_ms` IS NOT new.`valid_to_ms` OR old.`expires_at_ms` IS NOT new.`expires_at_ms`
	OR old.`superseded_at_ms` IS NOT new.`superseded_at_ms` OR old.`superseded_by` IS NOT new.`superseded_by`
	OR old.`conflicts_with` IS NOT new.`conflicts_with` OR old.`useful_count` IS NOT new.`useful_count`
BEGIN
	INSERT INTO `memory_history` (`tenant`, `memory_id`, `at_ms`, `event`, `by`, `changes`)
		VALUES (new.`tenant`, new.`id`, new.`updated_at_ms`, new.`change`, new.`changed_by`, json_object(
			'text', CASE WHEN old.`text` IS NOT new.`text` THEN json_array(old.`text`, new.`text`) END,
			'category', CASE WHEN old.`category_rank` IS NOT new.`category_rank` THEN json_array(old.`category_rank`, new.`category_rank`) END,
			'authority', CASE WHEN old.`authority_rank` IS NOT new.`authority_rank` THEN json_array(old.`authority_rank`, new.`authority_rank`) END,
			'entity', CASE WHEN old.`entity` IS NOT new.`entity` THEN json_array(old.`entity`, new.`entity`) END,
			'key', CASE WHEN old.`key` IS NOT new.`key` THEN json_array(old.`key`, new.`key`) END,
			'value', CASE WHEN old.`value` IS NOT new.`value` THEN json_array(json(old.`value`), json(new.`value`)) END,
			'metadata', CASE WHEN old.`metadata` IS NOT new.`metadata` THEN json_array(json(old.`metadata`), json(new.`metadata`)) END,
			'occurred_at', CASE WHEN old.`occurred_at_ms` IS NOT new.`occurred_at_ms` THEN json_array(old.`occurred_at_ms`, new.`occurred_at_ms`) END,
			'valid_from', CASE WHEN old.`valid_from_ms` IS NOT new.`valid_from_ms` THEN json_array(old.`valid_from_ms`, new.`valid_from_ms`) END,
			'valid_to', CASE WHEN old.`valid_to_ms` IS NOT new.`valid_to_ms` THEN json_array(old.`valid_to_ms`, new.`valid_to_ms`) END,
			'expires_at', CASE WHEN old.`expires_at_ms` IS NOT new.`expires_at_ms` THEN json_array(old.`expires_at_ms`, new.`expires_at_ms`) END,
			'superseded_at', CASE WHEN old.`superseded_at_ms` IS NOT new.`superseded_at_ms` THEN json_array(old.`superseded_at_ms`, new.`superseded_at_ms`) END,
			'superseded_by', CASE WHEN old.`superseded_by` IS NOT new.`superseded_by` THEN json_array(old.`superseded_by`, new.`superseded_by`) END,
			'conflicts_with', CASE WHEN old.`conflicts_with` IS NOT new.`conflicts_with` THEN json_array(old.`conflicts_with`, new.`conflicts_with`) END,
			'useful_count', CASE WHEN old.`useful_count` IS NOT new.`useful_count` THEN json_array(old.`useful_count`, new.`useful_count`) END));
END;
--> statement-breakpoint
-- A row that goes takes along what hangs on it. The index is told to forget exactly the vectors it may have.
CREATE TRIGGER `memory_memories_gone` AFTER DELETE ON `memory_memories` BEGIN
	DELETE FROM `memory_words` WHERE `rowid` = old.`seq`;
	DELETE FROM `memory_vectors` WHERE `tenant` = old.`tenant` AND `memory_id` = old.`id`;
	DELETE FROM `memory_history` WHERE `tenant` = old.`tenant` AND `memory_id` = old.`id`;
	DELETE FROM `memory_credits` WHERE `tenant` = old.`tenant` AND `memory_id` = old.`id`;
	DELETE FROM `memory_links` WHERE `tenant` = old.`tenant` AND `kind` = 'source' AND `from_id` = old.`id`;
	DELETE FROM `memory_links` WHERE `tenant` = old.`tenant` AND `to_id` = old.`id`;
	DELETE FROM `memory_outbox` WHERE `tenant` = old.`tenant` AND `memory_id` = old.`id` AND old.`parts` = 0;
	INSERT INTO `memory_outbox` (`tenant`, `memory_id`, `operation`, `parts`, `version`, `created_at_ms`, `attempts`, `due_at_ms`)
		SELECT old.`tenant`, old.`id`, 'delete', old.`parts`, 1, old.`updated_at_ms`, 0, 0 WHERE old.`parts` > 0
		ON CONFLICT (`tenant`, `memory_id`) DO UPDATE SET `operation` = 'delete', `parts` = max(`parts`, excluded.`parts`),
			`version` = `version` + 1, `attempts` = 0, `due_at_ms` = 0, `last_error` = NULL;
END;
--> statement-breakpoint
-- A good outcome counts once per window, whoever reports it how often.
CREATE TRIGGER `memory_credits_added` AFTER INSERT ON `memory_credits` BEGIN
	UPDATE `memory_memories` SET `useful_count` = `useful_count` + 1,
			`last_useful_at_ms` = max(coalesce(`last_useful_at_ms`, 0), new.`at_ms`),
			`updated_at_ms` = new.`at_ms`, `change` = 'useful', `changed_by` = new.`window_id`
		WHERE `tenant` = new.`tenant` AND `id` = new.`memory_id`;
END;
--> statement-breakpoint
-- Rows from before: when they hold from, their tenants, and a place in the queue for words and vectors.
UPDATE `memory_memories` SET `holds_from_ms` = coalesce(`valid_from_ms`, `occurred_at_ms`, `created_at_ms`), `parts` = CASE WHEN `indexed_at_ms` IS NULL THEN 0 ELSE 1 END;
--> statement-breakpoint
INSERT INTO `memory_tenants` (`tenant`, `shard`, `created_at_ms`)
	SELECT `tenant`, 0, min(`created_at_ms`) FROM `memory_memories` GROUP BY `tenant`;
--> statement-breakpoint
INSERT INTO `memory_outbox` (`tenant`, `memory_id`, `operation`, `parts`, `version`, `created_at_ms`, `attempts`, `due_at_ms`)
	SELECT `tenant`, `id`, 'upsert', 0, 1, `created_at_ms`, 0, 0 FROM `memory_memories`;
