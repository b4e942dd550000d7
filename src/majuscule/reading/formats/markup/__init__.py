"""Markup: HTML, XML and Markdown, and the references they share."""
