ALTER TABLE `coordinator_outcomes` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `coordinator_outcomes` ADD `window_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `coordinator_outcomes_session` ON `coordinator_outcomes` (`tenant`,`session_id`,`window_id`);--> statement-breakpoint
ALTER TABLE `coordinator_sessions` ADD `first_window_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `coordinator_sessions_first` ON `coordinator_sessions` (`tenant`,`first_window_id`);--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `tokens_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `sections` text;--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `prefix_hit` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `reusable_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `kept` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coordinator_windows` ADD `dropped` integer DEFAULT 0 NOT NULL;