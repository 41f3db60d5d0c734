CREATE TABLE `coordinator_handle_refs` (
	`tenant` text NOT NULL,
	`ref` text NOT NULL,
	`handle` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `ref`, `handle`)
);
--> statement-breakpoint
CREATE INDEX `coordinator_handle_refs_handle` ON `coordinator_handle_refs` (`tenant`,`handle`);--> statement-breakpoint
CREATE INDEX `coordinator_handle_refs_expiry` ON `coordinator_handle_refs` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `coordinator_jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `coordinator_subjects` (
	`tenant` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `user_id`, `kind`, `ref`)
);
--> statement-breakpoint
CREATE INDEX `coordinator_subjects_ref` ON `coordinator_subjects` (`tenant`,`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `coordinator_subjects_expiry` ON `coordinator_subjects` (`expires_at_ms`);--> statement-breakpoint
-- Of texts from before it is not known who else refers to them: they stay.
INSERT INTO `coordinator_handle_refs` (`tenant`, `ref`, `handle`, `expires_at_ms`)
	SELECT `tenant`, 'upload', `handle`, `expires_at_ms` FROM `offload_handles`;
